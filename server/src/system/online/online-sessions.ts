import type { Page, PageQuery } from '../../kernel/index.ts';
import type { Database } from '../../data/index.ts';
import { currentSessionId } from '../auth/own-sessions.ts';
import type { Sessions } from '../auth/sessions.ts';
import { found, notFound } from '../shared/failures.ts';
import { batchesOf, contains, pageOfRows, type Ordering } from '../shared/paging.ts';

export interface OnlineRow {
  readonly sessionId: number;
  readonly userId: number;
  readonly userName: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly createTime: string;
  readonly lastSeen: string;
  readonly expires: string;
  /** The session that asks. */
  readonly current: boolean;
}

export interface OnlineFilter {
  readonly userName?: string;
  readonly ip?: string;
}

const ordering: Ordering = {
  columns: { userName: 'user_name', createTime: 'create_time', lastSeen: 'last_seen' },
  by: 'last_seen',
  direction: 'desc',
  unique: 'session_id',
};

/** The live sessions of the tenant in context. */
export class OnlineSessions {
  readonly #database: Database;
  readonly #sessions: Sessions;

  constructor(database: Database, sessions: Sessions) {
    this.#database = database;
    this.#sessions = sessions;
  }

  async list(filter: OnlineFilter, page: PageQuery): Promise<Page<OnlineRow>> {
    const { total, rows } = await pageOfRows(this.#select(filter), page, ordering);
    return { total, rows: rows.map(withCurrent) };
  }

  /** @throws ORDER_COLUMN_UNKNOWN (400), at once */
  export(filter: OnlineFilter, page: PageQuery): AsyncIterable<readonly OnlineRow[]> {
    return batchesOf(this.#select(filter), page, ordering, (rows) => rows.map(withCurrent));
  }

  /** @throws RECORD_NOT_FOUND (404) */
  async get(sessionId: number): Promise<OnlineRow> {
    const row = await this.#select({}).where('session_id', '=', sessionId).executeTakeFirst();
    return withCurrent(found(row, 'session'));
  }

  /** @throws RECORD_NOT_FOUND (404) also for a session of another tenant */
  async end(tenantId: string, sessionIds: readonly number[]): Promise<number> {
    const ended = await this.#sessions.end({ sessionIds, tenantId });
    if (ended === 0) throw notFound('session');
    return ended;
  }

  /** Ends all sessions of a user but the one that asks. @returns how many */
  endOf(tenantId: string, userId: number): Promise<number> {
    const exceptSessionId = currentSessionId();
    return this.#sessions.end({
      userIds: [userId],
      tenantId,
      ...(exceptSessionId === undefined ? {} : { exceptSessionId }),
    });
  }

  #select({ userName, ip }: OnlineFilter) {
    return this.#database.query
      .selectFrom('sys_session')
      .select([
        'session_id as sessionId',
        'user_id as userId',
        'user_name as userName',
        'ip',
        'user_agent as userAgent',
        'create_time as createTime',
        'last_seen as lastSeen',
        'expires',
      ])
      .$if(!!userName, (query) => query.where(contains('user_name', userName ?? '')))
      .$if(!!ip, (query) => query.where(contains('ip', ip ?? '')));
  }
}

const withCurrent = <T extends { readonly sessionId: number }>(row: T): T & { current: boolean } => ({
  ...row,
  current: row.sessionId === currentSessionId(),
});
