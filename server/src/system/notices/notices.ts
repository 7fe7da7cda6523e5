import type { NoticeAudience } from '@platform/host-api';
import type { Clock, LoginUser, Page, PageQuery } from '../../kernel/index.ts';
import type { Database, Ids } from '../../data/index.ts';
import { changesOf } from '../shared/changes.ts';
import { withAbove } from '../shared/dept-tree.ts';
import { found, notFound } from '../shared/failures.ts';
import { batchesOf, contains, pageOfRows, type Ordering } from '../shared/paging.ts';
import { audienceOf, isFor, storedAudience } from './audience.ts';
import type { DueNotices } from './due-notices.ts';

export interface NoticeRow {
  readonly noticeId: number;
  readonly title: string;
  readonly noticeType: string;
  readonly content: string | null;
  readonly status: 0 | 1;
  readonly audience: NoticeAudience;
  readonly visibleFrom: string | null;
  readonly visibleUntil: string | null;
  readonly announcedAt: string | null;
  /** Published, and its time has not come. */
  readonly waits: boolean;
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
  readonly audience?: NoticeAudience;
  readonly visibleFrom?: string | null;
  readonly visibleUntil?: string | null;
}

interface NoticeParts {
  readonly database: Database;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly due: Pick<DueNotices, 'announce'>;
}

const ordering: Ordering = {
  columns: { title: 'title', createTime: 'create_time', updateTime: 'update_time' },
  by: 'notice_id',
  direction: 'desc',
  unique: 'notice_id',
};

/** The notices of the tenant in context. */
export class Notices {
  readonly #parts: NoticeParts;

  constructor(parts: NoticeParts) {
    this.#parts = parts;
  }

  async list(filter: NoticeFilter, page: PageQuery): Promise<Page<NoticeRow>> {
    const { total, rows } = await pageOfRows(this.#select(filter), page, ordering);
    return { total, rows: rows.map(toRow) };
  }

  /** @throws ORDER_COLUMN_UNKNOWN (400), at once */
  export(filter: NoticeFilter, page: PageQuery): AsyncIterable<readonly NoticeRow[]> {
    return batchesOf(this.#select(filter), page, ordering, (rows) => rows.map(toRow));
  }

  /** Those that are for a user, and may be seen now. */
  async published(user: LoginUser, page: PageQuery): Promise<Page<NoticeRow>> {
    const { total, rows } = await pageOfRows(
      this.#visibleTo(user, await this.#deptsOf(user)),
      page,
      ordering,
    );
    return { total, rows: rows.map(toRow) };
  }

  /** @throws RECORD_NOT_FOUND (404), also for a notice that is not for the user, or not yet */
  async publishedOne(user: LoginUser, noticeId: number): Promise<NoticeRow> {
    const query = this.#visibleTo(user, await this.#deptsOf(user)).where('notice_id', '=', noticeId);
    return toRow(found(await query.executeTakeFirst(), 'notice'));
  }

  /** @throws RECORD_NOT_FOUND (404) */
  async get(noticeId: number): Promise<NoticeRow> {
    const row = await this.#select({}).where('notice_id', '=', noticeId).executeTakeFirst();
    return toRow(found(row, 'notice'));
  }

  async create(input: NoticeInput): Promise<number> {
    const { database, ids, due } = this.#parts;
    const noticeId = ids.next();
    await database.query
      .insertInto('sys_notice')
      .values({
        notice_id: noticeId,
        title: input.title,
        notice_type: input.noticeType,
        content: input.content ?? null,
        status: input.status ?? 1,
        audience_json: storedAudience(input.audience ?? 'tenant'),
        visible_from: instant(input.visibleFrom) ?? null,
        visible_until: instant(input.visibleUntil) ?? null,
        awaits_sending: true,
      })
      .execute();
    await due.announce(noticeId);
    return noticeId;
  }

  /** @throws RECORD_NOT_FOUND (404) */
  async update(noticeId: number, change: Partial<NoticeInput>): Promise<void> {
    const { database, due } = this.#parts;
    const { audience } = change;
    await database.transaction(async () => {
      const before = await this.get(noticeId);
      const isFirst = before.status === 0 && change.status === 1 && before.announcedAt === null;
      const columns = changesOf({
        awaits_sending: isFirst ? true : undefined,
        title: change.title,
        notice_type: change.noticeType,
        content: change.content,
        status: change.status,
        audience_json: audience === undefined ? undefined : storedAudience(audience),
        visible_from: instant(change.visibleFrom),
        visible_until: instant(change.visibleUntil),
      });
      if (!columns) return;
      await database.query.updateTable('sys_notice').set(columns).where('notice_id', '=', noticeId).execute();
      database.afterCommit(() => due.announce(noticeId));
    });
  }

  /** @throws RECORD_NOT_FOUND (404) */
  async remove(noticeIds: readonly number[]): Promise<number> {
    const { database } = this.#parts;
    await database.transaction(async () => {
      const rows = await this.#select({}).where('notice_id', 'in', noticeIds).execute();
      if (rows.length < noticeIds.length) throw notFound('notice');
      await database.query.deleteFrom('sys_notice').where('notice_id', 'in', noticeIds).execute();
    });
    return noticeIds.length;
  }

  /** The department of a user, and those above it. */
  async #deptsOf({ deptId }: LoginUser): Promise<number[]> {
    return deptId === undefined ? [] : withAbove(this.#parts.database, deptId);
  }

  #visibleTo(user: LoginUser, deptIds: readonly number[]) {
    const now = new Date(this.#parts.clock.now()).toISOString();
    return this.#select({ status: 1 })
      .where(isFor(user, deptIds))
      .where((eb) => eb.or([eb('visible_from', 'is', null), eb('visible_from', '<=', now)]))
      .where((eb) => eb.or([eb('visible_until', 'is', null), eb('visible_until', '>', now)]));
  }

  #select({ title, noticeType, status }: NoticeFilter) {
    return this.#parts.database.query
      .selectFrom('sys_notice')
      .select([
        'notice_id as noticeId',
        'title',
        'notice_type as noticeType',
        'content',
        'status',
        'audience_json as stored',
        'visible_from as visibleFrom',
        'visible_until as visibleUntil',
        'announced_at as announcedAt',
        'awaits_sending as awaits',
        'create_by as createBy',
        'create_time as createTime',
        'update_time as updateTime',
      ])
      .$if(!!title, (query) => query.where(contains('title', title ?? '')))
      .$if(!!noticeType, (query) => query.where('notice_type', '=', noticeType ?? ''))
      .$if(status !== undefined, (query) => query.where('status', '=', status ?? 1));
  }
}

const toRow = <
  Row extends { readonly stored: string | null; readonly awaits: boolean | null; readonly status: 0 | 1 },
>({
  stored,
  awaits,
  ...row
}: Row) => ({
  ...row,
  audience: audienceOf(stored),
  waits: row.status === 1 && awaits === true,
});

const instant = (time: string | null | undefined): string | null | undefined =>
  typeof time === 'string' ? new Date(time).toISOString() : time;
