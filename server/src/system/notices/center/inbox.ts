import type { InboxNotice, NoticeSummary } from '@platform/host-api';
import type { Database, Ids } from '../../../data/index.ts';
import type { Clock, Page, PageQuery } from '../../../kernel/index.ts';
import { contains, pageOfRows, type Ordering } from '../../shared/paging.ts';
import type { Restored } from '../../undo/removals.ts';
import { preferencesOf } from '../../users/preferences.ts';
import { countAtBell } from './bell.ts';
import type { NoticeFeed } from './notice-feed.ts';
import type { NoticeMessage } from './notice-message.ts';

/** Where a notice came from. */
export interface NoticeSource {
  /** Identifier of the message, so that a redelivery creates no second notice. */
  readonly id: string;
  readonly appCode: string | undefined;
}

interface InboxFilter {
  readonly unread?: boolean;
  /** A part of the title. */
  readonly title?: string;
}

interface InboxOptions {
  readonly database: Database;
  readonly ids: Ids;
  readonly clock: Clock;
}

const ordering: Ordering = {
  columns: { createTime: 'create_time' },
  by: 'notice_id',
  direction: 'desc',
  unique: 'notice_id',
};
const BATCH = 500;

/** A text as it stands within JSON. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

type NoticeRow = Omit<InboxNotice, 'translations'> & { readonly translations: string | null };

const toNotice = ({ translations, ...row }: NoticeRow): InboxNotice => ({
  ...row,
  ...(translations && { translations: JSON.parse(translations) as InboxNotice['translations'] }),
});

/** Notices of people in the tenant in context. */
export class Inbox {
  readonly #options: InboxOptions;

  constructor(options: InboxOptions) {
    this.#options = options;
  }

  /** Puts a notice into the inbox of each user who does not have it yet. */
  async put(userIds: readonly number[], { notice }: NoticeMessage, source: NoticeSource): Promise<void> {
    const { database, ids } = this.#options;
    for (let at = 0; at < userIds.length; at += BATCH) {
      const batch = userIds.slice(at, at + BATCH);
      const known = await database.query
        .selectFrom('sys_user_notice')
        .select('user_id')
        .where('source_id', '=', source.id)
        .where('user_id', 'in', batch)
        .execute();
      const has = new Set(known.map(({ user_id }) => user_id));
      const rows = batch
        .filter((userId) => !has.has(userId))
        .map((userId) => ({
          notice_id: ids.next(),
          user_id: userId,
          source_id: source.id,
          title: notice.title,
          content: notice.content ?? null,
          translations: notice.translations ? JSON.stringify(notice.translations) : null,
          notice_level: notice.level ?? 'info',
          link: notice.link ?? null,
          app_code: source.appCode ?? null,
        }));
      if (rows.length > 0) await database.query.insertInto('sys_user_notice').values(rows).execute();
    }
  }

  async list(userId: number, filter: InboxFilter, page: PageQuery): Promise<Page<InboxNotice>> {
    const title = filter.title ?? '';
    const query = this.#of(userId)
      .select([
        'notice_id as noticeId',
        'title',
        'content',
        'translations',
        'notice_level as level',
        'link',
        'app_code as appCode',
        'read_time as readTime',
        'create_time as createTime',
      ])
      .$if(filter.unread === true, (q) => q.where('read_time', 'is', null))
      .$if(!!filter.title, (q) =>
        q.where((eb) => eb.or([contains('title', title), contains('translations', inJson(title))])),
      );
    const { total, rows } = await pageOfRows(query, page, ordering);
    return { total, rows: rows.map(toNotice) };
  }

  /** Unread notices: those that the person's bell counts, and the quiet rest. (design 15.7) */
  async unread(userId: number): Promise<Pick<NoticeSummary, 'unread' | 'quiet'>> {
    const { database } = this.#options;
    const [groups, user] = await Promise.all([
      this.#of(userId)
        .where('read_time', 'is', null)
        .select(['app_code as appCode', 'notice_level as level'])
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .groupBy(['app_code', 'notice_level'])
        .execute(),
      database.query
        .selectFrom('sys_user')
        .where('user_id', '=', userId)
        .select('preferences')
        .executeTakeFirst(),
    ]);
    return countAtBell(groups, user ? preferencesOf(user).bell : {});
  }

  /** Codes of the applications that the person's notices came from, in order. */
  async sources(userId: number): Promise<string[]> {
    const rows = await this.#of(userId)
      .where('app_code', 'is not', null)
      .select('app_code')
      .distinct()
      .orderBy('app_code')
      .execute();
    return rows.flatMap(({ app_code }) => app_code ?? []);
  }

  /** @param noticeIds default: all. @returns how many were unread */
  async markRead(userId: number, noticeIds?: readonly number[]): Promise<number> {
    const { database, clock } = this.#options;
    const { numUpdatedRows } = await database.query
      .updateTable('sys_user_notice')
      .set({ read_time: new Date(clock.now()).toISOString() })
      .where('user_id', '=', userId)
      .where('read_time', 'is', null)
      .$if(noticeIds !== undefined, (q) => q.where('notice_id', 'in', noticeIds ?? []))
      .executeTakeFirst();
    return Number(numUpdatedRows);
  }

  /** Notices of others, and those that are gone, are left out. @returns how many were removed */
  async remove(userId: number, noticeIds: readonly number[]): Promise<number> {
    const { numDeletedRows } = await this.#options.database.query
      .deleteFrom('sys_user_notice')
      .where('user_id', '=', userId)
      .where('notice_id', 'in', [...noticeIds])
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  /** Puts a removed notice back; told once it is there. */
  async restore({ actor, insert }: Restored, feed: Pick<NoticeFeed, 'tell'>): Promise<void> {
    await insert();
    this.#options.database.afterCommit(() => feed.tell([actor.userId]));
  }

  #of(userId: number) {
    return this.#options.database.query.selectFrom('sys_user_notice').where('user_id', '=', userId);
  }
}
