import type { Page, PageQuery } from '../../kernel/index.ts';
import type { Database, Ids } from '../../data/index.ts';
import { changesOf } from '../shared/changes.ts';
import { found, notFound } from '../shared/failures.ts';
import { contains, pageOfRows, type Ordering } from '../shared/paging.ts';

export interface NoticeRow {
  readonly noticeId: number;
  readonly title: string;
  readonly noticeType: string;
  readonly content: string | null;
  readonly status: 0 | 1;
  readonly createBy: number | null;
  readonly createTime: string;
  readonly updateTime: string;
}

export interface NoticeFilter {
  readonly title?: string;
  readonly noticeType?: string;
  readonly status?: 0 | 1;
}

export interface NoticeInput {
  readonly title: string;
  readonly noticeType: 'notice' | 'announcement';
  readonly content?: string | null;
  readonly status?: 0 | 1;
}

/** Tells the tenant of a notice. */
export type Announce = (title: string, content: string | undefined) => Promise<void>;

const ordering: Ordering = {
  columns: { title: 'title', createTime: 'create_time', updateTime: 'update_time' },
  by: 'notice_id',
  direction: 'desc',
  unique: 'notice_id',
};

/** The notices of the tenant in context. */
export class Notices {
  readonly #database: Database;
  readonly #ids: Ids;
  readonly #announce: Announce;

  /** @param announce notifies people of a notice that became visible */
  constructor(database: Database, ids: Ids, announce: Announce) {
    this.#database = database;
    this.#ids = ids;
    this.#announce = announce;
  }

  list(filter: NoticeFilter, page: PageQuery): Promise<Page<NoticeRow>> {
    return pageOfRows(this.#select(filter), page, ordering);
  }

  /** @throws RECORD_NOT_FOUND (404) */
  async get(noticeId: number): Promise<NoticeRow> {
    return found(await this.#select({}).where('notice_id', '=', noticeId).executeTakeFirst(), 'notice');
  }

  async create(input: NoticeInput): Promise<number> {
    const noticeId = this.#ids.next();
    await this.#database.query
      .insertInto('sys_notice')
      .values({
        notice_id: noticeId,
        title: input.title,
        notice_type: input.noticeType,
        content: input.content ?? null,
        status: input.status ?? 1,
      })
      .execute();
    if (input.status !== 0) await this.#announce(input.title, input.content ?? undefined);
    return noticeId;
  }

  /** @throws RECORD_NOT_FOUND (404) */
  async update(noticeId: number, change: Partial<NoticeInput>): Promise<void> {
    await this.#database.transaction(async () => {
      const before = await this.get(noticeId);
      const columns = changesOf({
        title: change.title,
        notice_type: change.noticeType,
        content: change.content,
        status: change.status,
      });
      if (columns) {
        await this.#database.query
          .updateTable('sys_notice')
          .set(columns)
          .where('notice_id', '=', noticeId)
          .execute();
      }
      if (before.status === 0 && change.status === 1) {
        const { title, content } = await this.get(noticeId);
        await this.#announce(title, content ?? undefined);
      }
    });
  }

  /** @throws RECORD_NOT_FOUND (404) */
  async remove(noticeIds: readonly number[]): Promise<number> {
    await this.#database.transaction(async () => {
      const rows = await this.#select({}).where('notice_id', 'in', noticeIds).execute();
      if (rows.length < noticeIds.length) throw notFound('notice');
      await this.#database.query.deleteFrom('sys_notice').where('notice_id', 'in', noticeIds).execute();
    });
    return noticeIds.length;
  }

  #select({ title, noticeType, status }: NoticeFilter) {
    return this.#database.query
      .selectFrom('sys_notice')
      .select([
        'notice_id as noticeId',
        'title',
        'notice_type as noticeType',
        'content',
        'status',
        'create_by as createBy',
        'create_time as createTime',
        'update_time as updateTime',
      ])
      .$if(!!title, (query) => query.where(contains('title', title ?? '')))
      .$if(!!noticeType, (query) => query.where('notice_type', '=', noticeType ?? ''))
      .$if(status !== undefined, (query) => query.where('status', '=', status ?? 1));
  }
}
