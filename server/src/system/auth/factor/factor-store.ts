import { factorPlace, isUniqueViolation, type Database, type SecretBox } from '../../../data/index.ts';

export interface StoredFactor {
  /** Base32. */
  readonly secret: string;
  /** Null until the first code has been entered. */
  readonly confirmedAt: string | null;
}

/** The rows of `sys_user_factor` and `sys_recovery_code`. */
export class FactorStore {
  readonly #database: Database;
  readonly #secrets: SecretBox;

  constructor(database: Database, secrets: SecretBox) {
    this.#database = database;
    this.#secrets = secrets;
  }

  async find(userId: number): Promise<StoredFactor | undefined> {
    const row = await this.#database.query
      .selectFrom('sys_user_factor')
      .where('user_id', '=', userId)
      .select(['secret', 'confirmed_at'])
      .executeTakeFirst();
    return (
      row && { secret: this.#secrets.open(row.secret, factorPlace(userId)), confirmedAt: row.confirmed_at }
    );
  }

  /** @returns false if the user has a confirmed one */
  async put(userId: number, secret: string): Promise<boolean> {
    const sealed = this.#secrets.seal(secret, factorPlace(userId));
    const replaced = await this.#database.query
      .updateTable('sys_user_factor')
      .set({ secret: sealed, last_step: 0 })
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst();
    if (replaced.numUpdatedRows > 0n) return true;
    try {
      await this.#database.query
        .insertInto('sys_user_factor')
        .values({ user_id: userId, secret: sealed })
        .execute();
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }

  /**
   * Takes the first code.
   *
   * @returns false when another request was first
   */
  async confirm(userId: number, at: string, step: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.query
      .updateTable('sys_user_factor')
      .set({ confirmed_at: at, last_step: step })
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /**
   * Takes the code of a time step once, also from concurrent requests.
   *
   * @returns false when that code, or a later one, has been taken
   */
  async advance(userId: number, step: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.query
      .updateTable('sys_user_factor')
      .set({ last_step: step })
      .where('user_id', '=', userId)
      .where('last_step', '<', step)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async replaceCodes(userId: number, hashes: readonly string[]): Promise<void> {
    await this.#database.transaction(async () => {
      await this.#database.query.deleteFrom('sys_recovery_code').where('user_id', '=', userId).execute();
      await this.#database.query
        .insertInto('sys_recovery_code')
        .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash })))
        .execute();
    });
  }

  /** Uses a recovery code up. @returns false when the user has no such code */
  async useCode(userId: number, hash: string): Promise<boolean> {
    const { numDeletedRows } = await this.#database.query
      .deleteFrom('sys_recovery_code')
      .where('user_id', '=', userId)
      .where('code_hash', '=', hash)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  async countCodes(userId: number): Promise<number> {
    const rows = await this.#database.query
      .selectFrom('sys_recovery_code')
      .where('user_id', '=', userId)
      .select('code_hash')
      .execute();
    return rows.length;
  }

  /** @returns those of these users who have an authenticator */
  async enrolledAmong(userIds: readonly number[]): Promise<ReadonlySet<number>> {
    if (userIds.length === 0) return new Set();
    const rows = await this.#database.query
      .selectFrom('sys_user_factor')
      .where('user_id', 'in', userIds)
      .where('confirmed_at', 'is not', null)
      .select('user_id')
      .execute();
    return new Set(rows.map((row) => row.user_id));
  }

  /** Removes authenticators with their recovery codes. */
  async remove(userIds: readonly number[]): Promise<void> {
    if (userIds.length === 0) return;
    const { query } = this.#database;
    await query.deleteFrom('sys_recovery_code').where('user_id', 'in', userIds).execute();
    await query.deleteFrom('sys_user_factor').where('user_id', 'in', userIds).execute();
  }
}
