import type { Clock, TenantDirectory } from '../../kernel/index.ts';
import type { Database } from '../../data/index.ts';

/** Lifetime of the tenant cache in milliseconds, should a message have been lost. */
const FRESH_MS = 10_000;

/**
 * Answers for the edge whether a tenant exists, is enabled and has not expired; at once while it is
 * fresh.
 */
export class TenantCache implements TenantDirectory {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #tellOthers: () => void;
  /** Milliseconds at which each enabled tenant expires. */
  #known: ReadonlyMap<string, number> = new Map();
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  /** @param tellOthers says to the other hosts that tenants have changed */
  constructor(database: Database, clock: Clock, tellOthers: () => void) {
    this.#database = database;
    this.#clock = clock;
    this.#tellOthers = tellOthers;
  }

  exists(tenantId: string): boolean | Promise<boolean> {
    if (this.#clock.now() - this.#readAt < FRESH_MS) return this.#answer(tenantId);
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    return this.#reading.then(() => this.#answer(tenantId));
  }

  /** Tenants change in the current transaction, if there is one. */
  forget(): void {
    this.#database.afterCommit(() => this.reread());
    this.#tellOthers();
  }

  /** Another host has changed them. */
  reread(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  #answer(tenantId: string): boolean {
    const expires = this.#known.get(tenantId);
    return expires !== undefined && expires > this.#clock.now();
  }

  async #read(): Promise<void> {
    const startedAt = this.#clock.now();
    const rows = await this.#database.query
      .selectFrom('sys_tenant')
      .where('status', '=', 1)
      .select(['tenant_code', 'expire_time'])
      .execute();
    this.#known = new Map(
      rows.map((row) => [
        row.tenant_code,
        row.expire_time === null ? Number.POSITIVE_INFINITY : Date.parse(row.expire_time),
      ]),
    );
    this.#readAt = startedAt;
  }
}
