import { createHash } from 'node:crypto';
import { isUniqueViolation, type Database } from '../../../data/index.ts';
import { requestContext, type Clock } from '../../../kernel/index.ts';

/** Tokens that count once, for all hosts: those of logouts, and outcomes of logins. */
export class TakenTokens {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /**
   * Takes a token.
   *
   * @param keptMs how long it could be taken again, were it not remembered
   * @returns false where it was taken before, by whichever host
   */
  async take(provider: string, token: string, keptMs: number): Promise<boolean> {
    const row = {
      provider,
      token_id: createHash('sha256').update(token).digest('hex'),
      expires: new Date(this.#clock.now() + keptMs).toISOString(),
    };
    try {
      await requestContext.runIgnoringTenant(() =>
        this.#database.query.insertInto('sys_logout_token').values(row).execute(),
      );
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }

  /** Forgets tokens that are too old to be taken again. */
  async removeOld(): Promise<void> {
    const now = new Date(this.#clock.now()).toISOString();
    await this.#database.query.deleteFrom('sys_logout_token').where('expires', '<', now).execute();
  }
}
