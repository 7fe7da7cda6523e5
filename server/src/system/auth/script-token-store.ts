import { permissionCheck, requestContext, type Clock } from '../../kernel/index.ts';
import type { Database } from '../../data/index.ts';
import { loadGrants } from './grants.ts';
import type { LastingSession, StoredSession, UsedLogin } from './session-store.ts';

/** How long an expired token stays in lists, in milliseconds. */
const KEPT_MS = 30 * 86_400_000;

/**
 * The rows of `sys_token`, as logins: a token acts for its owner with those of its scopes that the
 * owner has at the moment, without roles and without a proof of presence.
 */
export class ScriptTokenStore {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** The login of a token; none while its owner or tenant is disabled, locked or removed. */
  load(tokenHash: string): Promise<StoredSession | undefined> {
    return requestContext.runIgnoringTenant(async () => {
      const row = await this.#valid()
        .where('k.token_hash', '=', tokenHash)
        .select(['k.token_id', 'k.user_id', 'u.user_name', 'k.tenant_id', 'k.scopes_json', 'k.expires'])
        .select(['k.last_used', 't.expire_time', 'u.dept_id'])
        .executeTakeFirst();
      if (!row) return undefined;
      const owner = await loadGrants(this.#database, row.user_id);
      const scopes = JSON.parse(row.scopes_json) as string[];
      return {
        user: Object.freeze({
          sessionId: row.token_id,
          userId: row.user_id,
          userName: row.user_name,
          tenantId: row.tenant_id,
          ...(row.dept_id === null ? {} : { deptId: row.dept_id }),
          roles: Object.freeze([]),
          permissions: Object.freeze(scopes.filter(permissionCheck(owner))),
        }),
        expires: endOf(row),
        lastSeen: row.last_used === null ? 0 : Date.parse(row.last_used),
        neverIdle: true,
      };
    });
  }

  async findLasting(tokenIds: readonly number[]): Promise<LastingSession[]> {
    const rows = await requestContext.runIgnoringTenant(() =>
      this.#valid()
        .where('k.token_id', 'in', tokenIds)
        .select(['k.token_id', 'k.expires', 't.expire_time'])
        .execute(),
    );
    return rows.map((row) => ({
      sessionId: row.token_id,
      expires: endOf(row),
      lastSeen: this.#clock.now(),
      neverIdle: true,
    }));
  }

  async touch(used: readonly UsedLogin[]): Promise<void> {
    for (const [address, uses] of Map.groupBy(used, (use) => use.address)) {
      const last_ip = address === '' ? null : address.slice(0, 60);
      await requestContext.runIgnoringTenant(() =>
        this.#database.query
          .updateTable('sys_token')
          .set({ last_used: this.#iso(0), last_ip })
          .where(
            'token_id',
            'in',
            uses.map(({ sessionId }) => sessionId),
          )
          .execute(),
      );
    }
  }

  /** Removes tokens that expired long ago, and those of removed users. */
  async removeExpired(): Promise<void> {
    await requestContext.runIgnoringTenant(() =>
      this.#database.query
        .deleteFrom('sys_token')
        .where((eb) =>
          eb.or([
            eb('expires', '<', this.#iso(-KEPT_MS)),
            eb('user_id', 'not in', eb.selectFrom('sys_user').select('user_id')),
          ]),
        )
        .execute(),
    );
  }

  #valid() {
    const now = this.#iso(0);
    return this.#database.query
      .selectFrom('sys_token as k')
      .innerJoin('sys_user as u', 'u.user_id', 'k.user_id')
      .innerJoin('sys_tenant as t', 't.tenant_code', 'k.tenant_id')
      .whereRef('u.tenant_id', '=', 'k.tenant_id')
      .where('u.status', '=', 1)
      .where('t.status', '=', 1)
      .where((eb) => eb.or([eb('u.locked_until', 'is', null), eb('u.locked_until', '<', now)]))
      .where((eb) => eb.or([eb('t.expire_time', 'is', null), eb('t.expire_time', '>', now)]));
  }

  #iso(offsetMs: number): string {
    return new Date(this.#clock.now() + offsetMs).toISOString();
  }
}

/** With its tenant at the latest. */
function endOf(row: { readonly expires: string; readonly expire_time: string | null }): number {
  return Math.min(Date.parse(row.expires), row.expire_time ? Date.parse(row.expire_time) : Infinity);
}
