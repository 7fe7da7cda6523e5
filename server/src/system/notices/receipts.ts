import type { NoticeReader, NoticeReceipts } from '@platform/host-api';
import type { Database } from '../../data/index.ts';
import type { Page, PageQuery } from '../../kernel/index.ts';
import { pageOfRows, type Ordering } from '../shared/paging.ts';
import { pageOfNotice } from './due-notices.ts';

const ordering: Ordering = {
  columns: { readTime: 'n.read_time' },
  by: 'n.read_time',
  direction: 'desc',
  unique: 'n.notice_id',
};

/** Readers of a notice in the current tenant: the inbox entries that lead to it. */
export class Receipts {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async of(noticeId: number): Promise<NoticeReceipts> {
    const row = await this.#entries(noticeId)
      .select((eb) => [eb.fn.countAll<number>().as('sent'), eb.fn.count<number>('n.read_time').as('read')])
      .executeTakeFirst();
    return { sent: Number(row?.sent ?? 0), read: Number(row?.read ?? 0) };
  }

  readers(noticeId: number, read: boolean, page: PageQuery): Promise<Page<NoticeReader>> {
    const query = this.#entries(noticeId)
      .innerJoin('sys_user as u', 'u.user_id', 'n.user_id')
      .where('n.read_time', read ? 'is not' : 'is', null)
      .select([
        'u.user_id as userId',
        'u.user_name as userName',
        'u.nick_name as nickName',
        'n.read_time as readTime',
      ]);
    return pageOfRows(query, page, ordering);
  }

  #entries(noticeId: number) {
    return this.#database.query
      .selectFrom('sys_user_notice as n')
      .where('n.link', '=', pageOfNotice(noticeId));
  }
}
