import type { Database, SecretBox } from '../../../data/index.ts';
import { ConfigValues } from '../../config/config-values.ts';
import { SECOND_FACTOR, SECOND_FACTOR_ROLES, type SecondFactorPolicy } from '../../config/known-settings.ts';
import { loadGrants } from '../grants.ts';

/**
 * Whether users of a tenant may, or must, have a second factor: the tenant's own setting, else that
 * of the platform's tenant, else `allowed`. (design 11.7)
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
    const policy = ((await this.#setting(SECOND_FACTOR, tenantId)) ?? 'allowed') as SecondFactorPolicy;
    if (policy === 'required') return policy;
    const listed = (await this.#setting(SECOND_FACTOR_ROLES, tenantId)) ?? '';
    const needing = new Set(listed.split(',').map((role) => role.trim()));
    needing.delete('');
    if (needing.size === 0) return policy;
    const { roles } = await loadGrants(this.#database, userId);
    return roles.some((role) => needing.has(role)) ? 'required' : policy;
  }

  async #setting(key: string, tenantId: string): Promise<string | undefined> {
    return (await this.#values.rowsOf(key, tenantId)).at(0)?.read();
  }
}
