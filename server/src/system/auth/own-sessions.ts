import { requestContext, type LoginUser } from '../../kernel/index.ts';
import type { Database } from '../../data/index.ts';
import { notFound } from '../shared/failures.ts';
import type { Sessions } from './sessions.ts';

/** A session as its owner sees it. */
export interface OwnSession {
  readonly sessionId: number;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly createTime: string;
  readonly lastSeen: string;
  readonly expires: string;
  /** The one that asks. */
  readonly current: boolean;
}

/** The sessions of the user who asks. */
export class OwnSessions {
  readonly #database: Database;
  readonly #sessions: Sessions;

  constructor(database: Database, sessions: Sessions) {
    this.#database = database;
    this.#sessions = sessions;
  }

  async list(user: LoginUser): Promise<OwnSession[]> {
    const rows = await this.#database.query
      .selectFrom('sys_session')
      .where('user_id', '=', user.userId)
      .select([
        'session_id as sessionId',
        'ip',
        'user_agent as userAgent',
        'create_time as createTime',
        'last_seen as lastSeen',
        'expires',
      ])
      .orderBy('last_seen', 'desc')
      .execute();
    const current = currentSessionId();
    return rows.map((row) => ({ ...row, current: row.sessionId === current }));
  }

  /** @throws RECORD_NOT_FOUND (404), also for a session of another user */
  async end(user: LoginUser, sessionId: number): Promise<void> {
    const ended = await this.#sessions.end({ sessionIds: [sessionId], userIds: [user.userId] });
    if (ended === 0) throw notFound('session');
  }

  async endCurrent(): Promise<void> {
    const sessionId = currentSessionId();
    if (sessionId !== undefined) await this.#sessions.end({ sessionIds: [sessionId] });
  }

  endOthers(user: LoginUser): Promise<number> {
    const exceptSessionId = currentSessionId();
    return this.#sessions.end({
      userIds: [user.userId],
      ...(exceptSessionId === undefined ? {} : { exceptSessionId }),
    });
  }
}

/** The session that the current request belongs to. */
export function currentSessionId(): number | undefined {
  return requestContext.current()?.user?.sessionId;
}
