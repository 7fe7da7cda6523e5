import type { Database, SecretBox } from '../../../data/index.ts';
import { ConfigValues } from '../../config/config-values.ts';
import { SECOND_FACTOR, SECOND_FACTOR_ROLES, type SecondFactorPolicy } from '../../config/known-settings.ts';
import { platformRequiresFactor } from '../../config/platform-minimum.ts';
import { loadGrants } from '../grants.ts';

/** From the weakest to the strongest. */
const STRENGTH: readonly string[] = ['off', 'allowed', 'required'];

/**
 * Whether users of a tenant may, or must, have a second factor: the stronger one of the tenant's
 * own setting and the platform's, else `allowed`. (design 11.7)
 */
export class FactorPolicies {
  readonly #database: Database;
  readonly #values: ConfigValues;

  constructor(database: Database, secrets: SecretBox) {
    this.#database = database;
    this.#values = new ConfigValues(database, secrets);
  }

  /** `required` also for users with one of the roles that need it. */
  async of({ tenantId, userId }: { tenantId: string; userId: number }): Promise<SecondFactorPolicy> {
    const set = await this.#settings(SECOND_FACTOR, tenantId);
    const policy = (STRENGTH.findLast((each) => set.includes(each)) ?? 'allowed') as SecondFactorPolicy;
    if (policy === 'required') return policy;
    const listed = await this.#settings(SECOND_FACTOR_ROLES, tenantId);
    const needing = new Set(listed.flatMap((roles) => roles.split(',').map((role) => role.trim())));
    needing.delete('');
    if (needing.size === 0) return policy;
    const { roles } = await loadGrants(this.#database, userId);
    return roles.some((role) => needing.has(role)) ? 'required' : policy;
  }

  /** Whether every tenant must, whatever it has set. */
  requiredByPlatform(): Promise<boolean> {
    return platformRequiresFactor(this.#values);
  }

  /** That of the tenant, and that of the platform. */
  async #settings(key: string, tenantId: string): Promise<string[]> {
    return (await this.#values.rowsOf(key, tenantId)).map((row) => row.read());
  }
}
