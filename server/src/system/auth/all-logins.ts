import { isScriptHash } from './token.ts';
import type { LastingSession, StoredSession } from './session-store.ts';

/** Where logins of one kind are stored. */
export interface LoginStore {
  load(tokenHash: string): Promise<StoredSession | undefined>;
  touch(sessionIds: readonly number[]): Promise<void>;
  findLasting(sessionIds: readonly number[]): Promise<LastingSession[]>;
}

/** Sessions and tokens for scripts as one store: their identifiers never coincide. */
export class AllLogins implements LoginStore {
  readonly #sessions: LoginStore;
  readonly #tokens: LoginStore;

  constructor(sessions: LoginStore, tokens: LoginStore) {
    this.#sessions = sessions;
    this.#tokens = tokens;
  }

  load(tokenHash: string): Promise<StoredSession | undefined> {
    return (isScriptHash(tokenHash) ? this.#tokens : this.#sessions).load(tokenHash);
  }

  async touch(sessionIds: readonly number[]): Promise<void> {
    await this.#sessions.touch(sessionIds);
    await this.#tokens.touch(sessionIds);
  }

  async findLasting(sessionIds: readonly number[]): Promise<LastingSession[]> {
    const sessions = await this.#sessions.findLasting(sessionIds);
    return sessions.length === sessionIds.length
      ? sessions
      : [...sessions, ...(await this.#tokens.findLasting(sessionIds))];
  }
}
