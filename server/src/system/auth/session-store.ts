import { requestContext, type Clock, type SessionUser } from '../../kernel/index.ts';
import type { Database } from '../../data/index.ts';
import { actingOf } from './acting-of.ts';
import { loadGrants } from './grants.ts';

/** A session as it is in the database, with its user's rights. */
export interface StoredSession {
  readonly user: SessionUser;
  /** Milliseconds since 1970. */
  readonly expires: number;
  readonly lastSeen: number;
  /** Does not end for lack of use. */
  readonly neverIdle?: boolean;
}

/** Times of a session that has not been ended. */
export type LastingSession = Omit<StoredSession, 'user'> & { readonly sessionId: number };

/** A login that has been used. */
export interface UsedLogin {
  readonly sessionId: number;
  /** Address of the client; empty where it is not known. */
  readonly address: string;
}

/** Which sessions to end. */
export interface SessionSelection {
  readonly sessionIds?: readonly number[];
  readonly userIds?: readonly number[];
  readonly tenantId?: string;
  readonly tokenHash?: string;
  readonly exceptSessionId?: number;
}

/** Tenant that a session looks into. */
export interface Look {
  /** Null for its own tenant. */
  readonly tenantId: string | null;
  readonly mayWrite: boolean;
}

/** Sessions that are asked for by one statement. */
const AT_ONCE = 500;

/**
 * The rows of `sys_session`; sessions of every tenant, since a token says of itself whose it is.
 */
export class SessionStore {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** The session of a token; none when its user or tenant is disabled. */
  load(tokenHash: string): Promise<StoredSession | undefined> {
    return requestContext.runIgnoringTenant(async () => {
      const row = await this.#database.query
        .selectFrom('sys_session as s')
        .innerJoin('sys_user as u', 'u.user_id', 's.user_id')
        .innerJoin('sys_tenant as t', 't.tenant_code', 's.tenant_id')
        .leftJoin('sys_tenant as a', 'a.tenant_code', 's.acting_tenant')
        .where('s.token_hash', '=', tokenHash)
        .where('u.status', '=', 1)
        .where('t.status', '=', 1)
        .where((eb) => eb.or([eb('t.expire_time', 'is', null), eb('t.expire_time', '>', this.#nowIso())]))
        .select(['s.session_id', 's.user_id', 'u.user_name', 's.tenant_id', 's.last_seen', 's.expires'])
        .select(['s.proved_at', 't.expire_time', 's.acting_tenant', 's.acting_writes', 'u.dept_id'])
        .select(['a.status as acting_status', 'a.expire_time as acting_expires'])
        .executeTakeFirst();
      if (!row) return undefined;
      const grants = await loadGrants(this.#database, row.user_id);
      const acting = actingOf(row, grants, this.#clock.now());
      return {
        user: Object.freeze({
          sessionId: row.session_id,
          userId: row.user_id,
          userName: row.user_name,
          tenantId: acting?.tenantId ?? row.tenant_id,
          ...(row.dept_id === null ? {} : { deptId: row.dept_id }),
          roles: Object.freeze(grants.roles),
          permissions: Object.freeze(grants.permissions),
          ...(row.proved_at === null ? {} : { provedAt: Date.parse(row.proved_at) }),
          ...(acting ? { acting } : {}),
        }),
        // With its tenant at the latest.
        expires: Math.min(Date.parse(row.expires), row.expire_time ? Date.parse(row.expire_time) : Infinity),
        lastSeen: Date.parse(row.last_seen),
      };
    });
  }

  /** Those of these sessions that have not been ended, and whose user and tenant are enabled. */
  async findLasting(sessionIds: readonly number[]): Promise<LastingSession[]> {
    const found: LastingSession[] = [];
    for (let at = 0; at < sessionIds.length; at += AT_ONCE) {
      const some = sessionIds.slice(at, at + AT_ONCE);
      const rows = await requestContext.runIgnoringTenant(() =>
        this.#database.query
          .selectFrom('sys_session as s')
          .innerJoin('sys_user as u', 'u.user_id', 's.user_id')
          .innerJoin('sys_tenant as t', 't.tenant_code', 's.tenant_id')
          .where('s.session_id', 'in', some)
          .where('u.status', '=', 1)
          .where('t.status', '=', 1)
          .select(['s.session_id', 's.expires', 's.last_seen', 't.expire_time'])
          .execute(),
      );
      for (const row of rows) {
        const tenantEnds = row.expire_time === null ? Infinity : Date.parse(row.expire_time);
        const expires = Math.min(Date.parse(row.expires), tenantEnds);
        found.push({ sessionId: row.session_id, expires, lastSeen: Date.parse(row.last_seen) });
      }
    }
    return found;
  }

  async touch(used: readonly UsedLogin[]): Promise<void> {
    if (used.length === 0) return;
    const sessionIds = used.map(({ sessionId }) => sessionId);
    await requestContext.runIgnoringTenant(() =>
      this.#database.query
        .updateTable('sys_session')
        .set({ last_seen: this.#nowIso() })
        .where('session_id', 'in', sessionIds)
        .execute(),
    );
  }

  async prove(sessionId: number): Promise<void> {
    await requestContext.runIgnoringTenant(() =>
      this.#database.query
        .updateTable('sys_session')
        .set({ proved_at: this.#nowIso() })
        .where('session_id', '=', sessionId)
        .execute(),
    );
  }

  /**
   * Stores which tenant a session looks into.
   *
   * @returns false where there is no such session, as for a token for scripts
   */
  async look(sessionId: number, { tenantId, mayWrite }: Look): Promise<boolean> {
    const { query } = this.#database;
    return requestContext.runIgnoringTenant(async () => {
      const own = query.selectFrom('sys_session').where('session_id', '=', sessionId).select('session_id');
      if (!(await own.executeTakeFirst())) return false;
      await query
        .updateTable('sys_session')
        .set({ acting_tenant: tenantId, acting_writes: mayWrite })
        .where('session_id', '=', sessionId)
        .execute();
      return true;
    });
  }

  /** Changes must be allowed again if the tenant comes back. */
  async stopWriting(tenantId: string): Promise<void> {
    await requestContext.runIgnoringTenant(() =>
      this.#database.query
        .updateTable('sys_session')
        .set({ acting_writes: false })
        .where('acting_tenant', '=', tenantId)
        .execute(),
    );
  }

  /** @returns the sessions that were ended */
  async remove(selection: SessionSelection): Promise<number[]> {
    return requestContext.runIgnoringTenant(async () => {
      const { sessionIds, userIds, tenantId, tokenHash, exceptSessionId } = selection;
      if (sessionIds?.length === 0 || userIds?.length === 0) return [];
      const rows = await this.#database.query
        .selectFrom('sys_session')
        .select('session_id')
        .$if(sessionIds !== undefined, (query) => query.where('session_id', 'in', sessionIds ?? []))
        .$if(userIds !== undefined, (query) => query.where('user_id', 'in', userIds ?? []))
        .$if(tenantId !== undefined, (query) => query.where('tenant_id', '=', tenantId ?? ''))
        .$if(tokenHash !== undefined, (query) => query.where('token_hash', '=', tokenHash ?? ''))
        .$if(exceptSessionId !== undefined, (query) => query.where('session_id', '!=', exceptSessionId ?? 0))
        .execute();
      const ids = rows.map((row) => row.session_id);
      if (ids.length > 0) {
        await this.#database.query.deleteFrom('sys_session').where('session_id', 'in', ids).execute();
      }
      return ids;
    });
  }

  /** @param idleMs milliseconds after which an unused session has ended */
  async removeExpired(idleMs: number): Promise<void> {
    const idleSince = new Date(this.#clock.now() - idleMs).toISOString();
    await requestContext.runIgnoringTenant(() =>
      this.#database.query
        .deleteFrom('sys_session')
        .where((eb) => eb.or([eb('expires', '<', this.#nowIso()), eb('last_seen', '<', idleSince)]))
        .execute(),
    );
  }

  #nowIso(): string {
    return new Date(this.#clock.now()).toISOString();
  }
}
