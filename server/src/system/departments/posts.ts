import type { Page, PageQuery } from '../../kernel/index.ts';
import type { Database, Ids } from '../../data/index.ts';
import { changesOf } from '../shared/changes.ts';
import { conflict, taken, found, notFound, unlessTaken } from '../shared/failures.ts';
import { batchesOf, contains, pageOfRows, type Ordering } from '../shared/paging.ts';

export interface PostRow {
  readonly postId: number;
  readonly postCode: string;
  readonly postName: string;
  readonly orderNum: number;
  readonly status: 0 | 1;
  readonly remark: string | null;
  /** Users who have it. */
  readonly users: number;
  readonly createTime: string;
  readonly updateTime: string;
}

export interface PostFilter {
  readonly postName?: string;
  readonly status?: 0 | 1;
}

export interface PostInput {
  readonly postCode: string;
  readonly postName: string;
  readonly orderNum?: number;
  readonly status?: 0 | 1;
  readonly remark?: string | null;
}

const ordering: Ordering = {
  columns: { postName: 'post_name', postCode: 'post_code', orderNum: 'order_num', createTime: 'create_time' },
  by: 'order_num',
  direction: 'asc',
  unique: 'post_id',
};

/** The posts of the tenant in context: what people do, whatever they may. (design 12) */
export class Posts {
  readonly #database: Database;
  readonly #ids: Ids;

  constructor(database: Database, ids: Ids) {
    this.#database = database;
    this.#ids = ids;
  }

  async list(filter: PostFilter, page: PageQuery): Promise<Page<PostRow>> {
    const { total, rows } = await pageOfRows(this.#select(filter), page, ordering);
    return { total, rows: await this.#counted(rows) };
  }

  /** @throws ORDER_COLUMN_UNKNOWN (400), at once */
  export(filter: PostFilter, page: PageQuery): AsyncIterable<readonly PostRow[]> {
    return batchesOf(this.#select(filter), page, ordering, (rows) => this.#counted(rows));
  }

  /** @throws RECORD_NOT_FOUND (404) */
  async get(postId: number): Promise<PostRow> {
    const [row] = await this.#counted(await this.#select({}).where('post_id', '=', postId).execute());
    return found(row, 'post');
  }

  /** @throws POST_CODE_TAKEN (409) */
  async create(input: PostInput): Promise<number> {
    const postId = this.#ids.next();
    await unlessTaken(
      () => codeTaken(input.postCode),
      () =>
        this.#database.query
          .insertInto('sys_post')
          .values({
            post_id: postId,
            post_code: input.postCode,
            post_name: input.postName,
            order_num: input.orderNum ?? 0,
            status: input.status ?? 1,
            remark: input.remark ?? null,
          })
          .execute(),
    );
    return postId;
  }

  /** @throws RECORD_NOT_FOUND (404), POST_CODE_TAKEN (409) */
  async update(postId: number, change: Partial<PostInput>): Promise<void> {
    found(await this.#select({}).where('post_id', '=', postId).executeTakeFirst(), 'post');
    const columns = changesOf({
      post_code: change.postCode,
      post_name: change.postName,
      order_num: change.orderNum,
      status: change.status,
      remark: change.remark,
    });
    if (!columns) return;
    await unlessTaken(
      () => codeTaken(change.postCode ?? ''),
      () => this.#database.query.updateTable('sys_post').set(columns).where('post_id', '=', postId).execute(),
    );
  }

  /** @throws RECORD_NOT_FOUND (404), POST_IN_USE (409) */
  async remove(postIds: readonly number[]): Promise<number> {
    await this.#database.transaction(async () => {
      const rows = await this.#counted(await this.#select({}).where('post_id', 'in', postIds).execute());
      if (rows.length < postIds.length) throw notFound('post');
      const used = rows.find(({ users }) => users > 0);
      if (used) {
        throw conflict('POST_IN_USE', `Users have the post ${used.postName}.`, 'Take it from them first.');
      }
      await this.#database.query.deleteFrom('sys_post').where('post_id', 'in', postIds).execute();
    });
    return postIds.length;
  }

  async #counted(rows: ReadonlyArray<Omit<PostRow, 'users'>>): Promise<PostRow[]> {
    if (rows.length === 0) return [];
    const postIds = rows.map(({ postId }) => postId);
    const counts = await this.#database.query
      .selectFrom('sys_user_post')
      .where('post_id', 'in', postIds)
      .groupBy('post_id')
      .select((eb) => ['post_id', eb.fn.countAll<number>().as('total')])
      .execute();
    const users = new Map(counts.map((row) => [row.post_id, Number(row.total)]));
    return rows.map((row) => ({ ...row, users: users.get(row.postId) ?? 0 }));
  }

  #select({ postName, status }: PostFilter) {
    return this.#database.query
      .selectFrom('sys_post')
      .select([
        'post_id as postId',
        'post_code as postCode',
        'post_name as postName',
        'order_num as orderNum',
        'status',
        'remark',
        'create_time as createTime',
        'update_time as updateTime',
      ])
      .$if(!!postName, (query) => query.where(contains('post_name', postName ?? '')))
      .$if(status !== undefined, (query) => query.where('status', '=', status ?? 1));
  }
}

function codeTaken(postCode: string) {
  return taken(
    'postCode',
    'POST_CODE_TAKEN',
    `A post with the code ${postCode} already exists.`,
    'Choose another code.',
  );
}
