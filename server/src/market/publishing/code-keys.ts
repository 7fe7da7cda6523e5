import type { Database } from '../../data/index.ts';
import { PlatformError } from '../../kernel/index.ts';

/** Application and key of a signed package. */
export interface SignedCode {
  readonly appCode: string;
  /** Only a verified signature identifies the publisher. */
  readonly state: string;
  readonly keyId: string | null;
}

/**
 * Binds an application code to the key that first published it.
 *
 * Further keys need an operator's confirmation, which is recorded and outlives the application.
 * Unsigned packages have no key to compare. (design 9.7-56)
 */
export class CodeKeys {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Checks a package's key, and records a confirmed one.
   *
   * @param confirmed key that an operator has confirmed
   * @throws PACKAGE_KEY_CHANGED (409) when the code belongs to other keys
   */
  async admit(signed: SignedCode, confirmed?: string, operator: string | null = null): Promise<void> {
    const { appCode } = signed;
    const keyId = keyOf(signed);
    if (keyId === undefined) return;
    const known = await this.#keysOf(appCode);
    if (known.length === 0 || known.includes(keyId)) return;
    if (confirmed === keyId) return this.#insert(appCode, keyId, operator);
    throw new PlatformError({
      code: 'PACKAGE_KEY_CHANGED',
      status: 409,
      message: `The code ${appCode} belongs to the key ${known.join(', ')}; this package is signed with ${keyId}.`,
      fix: `Ask the publisher whether the key changed. If so, save it again with confirmKey ${keyId}.`,
      details: { params: { app: appCode, known: known.join(', '), key: keyId }, appCode, known, keyId },
    });
  }

  /** Binds a code to the first key that publishes it. @throws PACKAGE_KEY_CHANGED (409) */
  async claim(signed: SignedCode): Promise<void> {
    await this.admit(signed);
    const { appCode } = signed;
    const keyId = keyOf(signed);
    if (keyId !== undefined && (await this.#keysOf(appCode)).length === 0)
      await this.#insert(appCode, keyId, null);
  }

  async #keysOf(appCode: string): Promise<string[]> {
    const rows = await this.#database.query
      .selectFrom('app_code_key')
      .select('key_id')
      .where('app_code', '=', appCode)
      .orderBy('create_time')
      .execute();
    return rows.map((row) => row.key_id);
  }

  async #insert(appCode: string, keyId: string, operator: string | null): Promise<void> {
    await this.#database.query
      .insertInto('app_code_key')
      .values({ app_code: appCode, key_id: keyId, confirmed_by: operator })
      .execute();
  }
}

const keyOf = ({ state, keyId }: SignedCode): string | undefined =>
  state === 'signed' && keyId !== null ? keyId : undefined;
