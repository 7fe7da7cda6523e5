import type { Database } from '../../../data/index.ts';
import { isUniqueViolation } from '../../../data/index.ts';
import type { Clock } from '../../../kernel/index.ts';

/** Failures are forgotten after a day without one. */
const REMEMBERED_MS = 86_400_000;

/** Key of attempts: a name (hashed) and a network; an empty network means all. */
export interface CountKey {
  readonly account: string;
  readonly network: string;
}

/**
 * Attempts of names in the database: they outlast a restart, hold for all hosts, and need no cache.
 * (design 10.7-11)
 */
export class FailureCounts {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /**
   * Counts an attempt as failed; a successful one is forgotten afterwards. Concurrent attempts all
   * count.
   *
   * @param openAfter milliseconds until the next attempt is let through, by the count
   * @returns the count, or the milliseconds to wait where it is too early
   */
  async count(
    key: CountKey,
    openAfter: (failures: number) => number,
  ): Promise<{ readonly failures: number } | { readonly tooEarlyBy: number }> {
    for (;;) {
      const now = this.#clock.now();
      const known = await this.#read(key);
      const fresh = known !== undefined && Date.parse(known.last_attempt) > now - REMEMBERED_MS;
      const open = fresh ? Date.parse(known.open_at) : now;
      if (open > now) return { tooEarlyBy: open - now };
      const failures = fresh ? known.failures + 1 : 1;
      const row = { failures, last_attempt: iso(now), open_at: iso(now + openAfter(failures)) };
      if (known ? await this.#replace(key, known.failures, row) : await this.#insert({ ...key, ...row })) {
        return { failures };
      }
    }
  }

  /** @param network left out: of all networks */
  async forget(account: string, ...networks: string[]): Promise<void> {
    await this.#database.query
      .deleteFrom('sys_login_failure')
      .where('account', '=', account)
      .$if(networks.length > 0, (query) => query.where('network', 'in', networks))
      .execute();
  }

  /** Removes what is older than a day. */
  async removeOld(): Promise<void> {
    const before = iso(this.#clock.now() - REMEMBERED_MS);
    await this.#database.query.deleteFrom('sys_login_failure').where('last_attempt', '<', before).execute();
  }

  #read({ account, network }: CountKey) {
    return this.#database.query
      .selectFrom('sys_login_failure')
      .where('account', '=', account)
      .where('network', '=', network)
      .select(['failures', 'last_attempt', 'open_at'])
      .executeTakeFirst();
  }

  /** @returns false when another attempt was counted meanwhile */
  async #replace({ account, network }: CountKey, before: number, row: Counted): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.query
      .updateTable('sys_login_failure')
      .set(row)
      .where('account', '=', account)
      .where('network', '=', network)
      .where('failures', '=', before)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async #insert(row: CountKey & Counted): Promise<boolean> {
    try {
      await this.#database.query.insertInto('sys_login_failure').values(row).execute();
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }
}

interface Counted {
  readonly failures: number;
  readonly last_attempt: string;
  readonly open_at: string;
}

const iso = (time: number): string => new Date(time).toISOString();
