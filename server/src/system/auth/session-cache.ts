import type { Authenticator, Clock, SessionUser, Undo } from '../../kernel/index.ts';
import type { LoginStore } from './all-logins.ts';
import type { StoredSession } from './session-store.ts';
import { tokenHash } from './token.ts';

/** Sessions kept in memory; the one that entered first leaves when there are more. */
const CAPACITY = 20_000;
/**
 * A remembered session is compared with the database this often, so that what another node did
 * arrives.
 */
const CONFIRM_AFTER_MS = 10_000;

interface Entry extends StoredSession {
  lastUsed: number;
  confirmedAt: number;
  touched: boolean;
  /** Address of the client that used it last. */
  address: string;
}

/**
 * Live sessions in memory, so that a known token is answered synchronously. Code that changes a
 * user's rights or ends a session removes it here, and the next request reads the database.
 * (design 2.2)
 */
export class SessionCache implements Authenticator {
  readonly #store: LoginStore;
  readonly #clock: Clock;
  readonly #idleMs: number;
  /**
   * By token, which only this process's memory holds: a known one is then not hashed again at each
   * request.
   */
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Set<() => void>();
  readonly #loading = new Map<string, Promise<SessionUser | undefined>>();
  /**
   * Grows with each change; an answer read from the database before a change is not remembered
   * after it.
   */
  #generation = 0;

  /** @param idleMs milliseconds after which an unused session has ended */
  constructor(store: LoginStore, clock: Clock, idleMs: number) {
    this.#store = store;
    this.#clock = clock;
    this.#idleMs = idleMs;
  }

  authenticate(token: string, address = ''): SessionUser | undefined | Promise<SessionUser | undefined> {
    const entry = this.#entries.get(token);
    if (!entry) return this.#load(token, address);
    const now = this.#clock.now();
    if (this.#isOver(entry, entry.lastUsed, now)) {
      this.#entries.delete(token);
      // Unused here, it may have been used on another host.
      return now < entry.expires ? this.#load(token, address) : undefined;
    }
    entry.lastUsed = now;
    entry.touched = true;
    entry.address = address;
    if (now - entry.confirmedAt > CONFIRM_AFTER_MS) this.#confirm(token, entry, now);
    return entry.user;
  }

  /** Makes the next request of these sessions read its user and rights again. */
  forget(matches: (user: SessionUser) => boolean): void {
    this.#generation += 1;
    for (const [token, entry] of this.#entries) if (matches(entry.user)) this.#entries.delete(token);
    this.#tell();
  }

  forgetAll(): void {
    this.#generation += 1;
    this.#entries.clear();
    this.#tell();
  }

  onEnded(listener: () => void): Undo {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async liveAmong(sessionIds: readonly number[]): Promise<ReadonlySet<number>> {
    const rows = await this.#store.findLasting(sessionIds);
    const now = this.#clock.now();
    const used = new Map([...this.#entries.values()].map(({ user, lastUsed }) => [user.sessionId, lastUsed]));
    const live = rows.filter(
      (row) => !this.#isOver(row, Math.max(row.lastSeen, used.get(row.sessionId) ?? 0), now),
    );
    return new Set(live.map(({ sessionId }) => sessionId));
  }

  /** Writes when sessions were last used, for those that were used since the last call. */
  async flush(): Promise<void> {
    const used = [...this.#entries.values()].filter((entry) => entry.touched);
    for (const entry of used) entry.touched = false;
    await this.#store.touch(used.map(({ user, address }) => ({ sessionId: user.sessionId, address })));
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #load(token: string, address: string): Promise<SessionUser | undefined> | undefined {
    const pending = this.#loading.get(token);
    if (pending) return pending;
    const hash = tokenHash(token);
    if (hash === undefined) return undefined;
    const load = this.#read(token, hash, address).finally(() => this.#loading.delete(token));
    this.#loading.set(token, load);
    return load;
  }

  async #read(token: string, hash: string, address: string): Promise<SessionUser | undefined> {
    const generation = this.#generation;
    const session = await this.#store.load(hash);
    if (generation !== this.#generation) return this.#read(token, hash, address);
    const now = this.#clock.now();
    const lastUsed = Math.max(session?.lastSeen ?? 0, this.#entries.get(token)?.lastUsed ?? 0);
    if (!session || this.#isOver(session, lastUsed, now)) {
      this.#entries.delete(token);
      return undefined;
    }
    const [oldest] = this.#entries.size >= CAPACITY ? this.#entries.keys() : [];
    if (oldest !== undefined) this.#entries.delete(oldest);
    this.#entries.set(token, { ...session, lastUsed: now, confirmedAt: now, touched: true, address });
    return session.user;
  }

  #confirm(token: string, entry: Entry, now: number): void {
    entry.confirmedAt = now;
    // A database that does not answer is the concern of the request itself; the session stays as it
    // is known.
    this.#load(token, entry.address)?.catch(() => undefined);
  }

  #isOver(
    { expires, neverIdle = false }: Pick<StoredSession, 'expires' | 'neverIdle'>,
    lastUsed: number,
    now: number,
  ): boolean {
    return now >= expires || (!neverIdle && now - lastUsed >= this.#idleMs);
  }
}
