import type { Database } from '../../data/index.ts';
import { PlatformError } from '../../kernel/index.ts';

/** A signed package's application and key. */
export interface SignedCode {
  readonly appCode: string;
  /** Only a verified signature tells whose package it is. */
  readonly state: string;
  readonly keyId: string | null;
}

/**
 * An application code belongs to the key that first published it; further keys need an operator's word, which is recorded
 * and outlives the application. Unsigned packages, where the security mode lets them in, have no key to compare. (design 9.7-56)
 */
export class CodeKeys {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * @param confirmed the key that an operator has confirmed, if so
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
      fix: `Ask who made the package whether the key was changed. If so, save it again with confirmKey ${keyId}.`,
      details: { appCode, known, keyId },
    });
  }

  /** The first key that publishes a code has it from then on. @throws PACKAGE_KEY_CHANGED (409) */
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
