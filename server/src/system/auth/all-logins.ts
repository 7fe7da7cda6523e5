import { isScriptHash } from './token.ts';
import type { LastingSession, StoredSession, UsedLogin } from './session-store.ts';

/** Where logins of one kind are stored. */
export interface LoginStore {
  load(tokenHash: string): Promise<StoredSession | undefined>;
  touch(used: readonly UsedLogin[]): Promise<void>;
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

  async touch(used: readonly UsedLogin[]): Promise<void> {
    await this.#sessions.touch(used);
    await this.#tokens.touch(used);
  }

  async findLasting(sessionIds: readonly number[]): Promise<LastingSession[]> {
    const sessions = await this.#sessions.findLasting(sessionIds);
    return sessions.length === sessionIds.length
      ? sessions
      : [...sessions, ...(await this.#tokens.findLasting(sessionIds))];
  }
}
