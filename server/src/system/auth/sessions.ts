import { requestContext, type Clock, type Undo } from '../../kernel/index.ts';
import type { Database, Ids } from '../../data/index.ts';
import type { ClusterBus } from '../../infra/index.ts';
import type { SessionCache } from './session-cache.ts';
import type { Look, SessionSelection, SessionStore } from './session-store.ts';
import { createToken, tokenHash } from './token.ts';

/** The session at a login provider that a session came from. */
export interface SessionOrigin {
  readonly provider: string;
  /** The person, as the provider names them. */
  readonly subject: string;
  /** The provider's session, where it names one. */
  readonly sid?: string;
}

/** Owner and origin of a session. */
export interface SessionOwner {
  readonly userId: number;
  readonly userName: string;
  readonly tenantId: string;
  readonly ip: string;
  readonly userAgent: string | undefined;
  /** Left out after a login with a password. */
  readonly origin?: SessionOrigin | undefined;
}

export interface IssuedToken {
  readonly token: string;
  readonly sessionId: number;
  /** Seconds until the session ends at the latest. */
  readonly expiresIn: number;
}

const TOPIC = 'sessions';

/** Sessions that no host may answer for without asking the database. */
interface Change {
  readonly sessionIds?: readonly number[];
  readonly userIds?: readonly number[];
  readonly tenantId?: string | undefined;
  readonly all?: boolean;
}

/** Begins and ends sessions, in the database and in memory at once. (design 2.2) */
export class Sessions {
  readonly #database: Database;
  readonly #ids: Ids;
  readonly #clock: Clock;
  readonly #store: SessionStore;
  readonly #cache: SessionCache;
  readonly #absoluteSeconds: number;
  readonly #bus: ClusterBus;

  constructor(parts: {
    database: Database;
    ids: Ids;
    clock: Clock;
    store: SessionStore;
    cache: SessionCache;
    absoluteSeconds: number;
    bus: ClusterBus;
  }) {
    this.#database = parts.database;
    this.#ids = parts.ids;
    this.#clock = parts.clock;
    this.#store = parts.store;
    this.#cache = parts.cache;
    this.#absoluteSeconds = parts.absoluteSeconds;
    this.#bus = parts.bus;
  }

  /** Follows what other hosts end and change. */
  follow(): Undo {
    return this.#bus.subscribe(TOPIC, {
      received: (body) => this.#forget(body as Change),
      missed: () => this.#cache.forgetAll(),
    });
  }

  async begin(owner: SessionOwner): Promise<IssuedToken> {
    const token = createToken();
    const sessionId = this.#ids.next();
    const now = this.#clock.now();
    await requestContext.runAs(owner.tenantId, () =>
      this.#database.query
        .insertInto('sys_session')
        .values({
          session_id: sessionId,
          tenant_id: owner.tenantId,
          token_hash: tokenHash(token) ?? '',
          user_id: owner.userId,
          user_name: owner.userName,
          ip: owner.ip,
          user_agent: owner.userAgent?.slice(0, 250) ?? null,
          last_seen: new Date(now).toISOString(),
          proved_at: new Date(now).toISOString(),
          expires: new Date(now + this.#absoluteSeconds * 1000).toISOString(),
          provider: owner.origin?.provider ?? null,
          provider_subject: owner.origin?.subject ?? null,
          provider_sid: owner.origin?.sid ?? null,
        })
        .execute(),
    );
    return { token, sessionId, expiresIn: this.#absoluteSeconds };
  }

  /**
   * Ends sessions of any tenant; the caller has made sure that they are its to end.
   *
   * @returns how many there were
   */
  async end(selection: SessionSelection): Promise<number> {
    const ended = await this.#store.remove(selection);
    const { sessionIds, userIds = [], tenantId } = selection;
    // Beside ids, the tenant only says whose they have to be.
    const whole = sessionIds === undefined && userIds.length === 0 ? tenantId : undefined;
    if (whole !== undefined) await this.#store.stopWriting(whole);
    // Tokens for scripts are no sessions, but end with their owner: they are read again.
    this.#changed({ sessionIds: ended, userIds, tenantId: whole });
    return new Set(ended).size;
  }

  /** Ends the session of a token, if there is one. */
  async endToken(token: string): Promise<void> {
    const hash = tokenHash(token);
    if (hash !== undefined) await this.end({ tokenHash: hash });
  }

  /** The user has shown again who they are. */
  async prove(sessionId: number): Promise<void> {
    await this.#store.prove(sessionId);
    this.#changed({ sessionIds: [sessionId] });
  }

  /**
   * A session looks into a tenant, or into its own again.
   *
   * @returns false where there is no such session, as for a token for scripts
   */
  async look(sessionId: number, what: Look): Promise<boolean> {
    const known = await this.#store.look(sessionId, what);
    if (known) this.#changed({ sessionIds: [sessionId] });
    return known;
  }

  /**
   * The rights of these users have changed: their live sessions get the new ones with the next
   * request.
   */
  refreshUsers(userIds: readonly number[]): void {
    this.#changed({ userIds });
  }

  /**
   * Rights have changed that many may have: every live session gets the new ones with its next
   * request.
   */
  refreshAll(): void {
    this.#changed({ all: true });
  }

  /** The bus waits for the commit as well. */
  #changed(change: Change): void {
    this.#database.afterCommit(() => this.#forget(change));
    this.#bus.publish(TOPIC, change);
  }

  #forget({ all = false, sessionIds = [], userIds = [], tenantId }: Change): void {
    if (all) return this.#cache.forgetAll();
    const [ended, owners] = [new Set(sessionIds), new Set(userIds)];
    this.#cache.forget(
      (user) => ended.has(user.sessionId) || owners.has(user.userId) || user.tenantId === tenantId,
    );
  }
}
