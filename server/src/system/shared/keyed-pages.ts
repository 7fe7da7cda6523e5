import { AsyncLocalStorage } from 'node:async_hooks';
import { sql, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type { Database } from '../../data/index.ts';
import { PlatformError, type PageQuery } from '../../kernel/index.ts';

/** Rows that are counted. A longer list is said to have at least as many. (design 16-26) */
const COUNTED = 10_000;
/** Rows that an export reads at a time. */
const BATCH = 1_000;

/** A page that says where the next one begins. */
export interface KeyedPage<Row> {
  /** At most 10,000. */
  readonly total: number;
  /** False where there are more rows than `total`. */
  readonly totalExact: boolean;
  readonly rows: Row[];
  /** Key of the last row, for `after`; null at the end. */
  readonly next: string | null;
}

export interface KeyedQuery extends PageQuery {
  /** Key of the row after which the page begins. It replaces `pageNum`. */
  readonly after?: string | undefined;
}

/** A list in the order of time, whose pages cost the same however far back they are. */
export class KeyedList<DB, TB extends keyof DB, O extends { readonly createTime: string }> {
  readonly #database: Database;
  readonly #query: SelectQueryBuilder<DB, TB, O>;
  readonly #id: keyof O & string;
  readonly #column: string;

  /**
   * @param id name of the identifier in a row
   * @param column its column, which together with `create_time` gives each row a place of its own
   */
  constructor(
    database: Database,
    query: SelectQueryBuilder<DB, TB, O>,
    id: keyof O & string,
    column: string,
  ) {
    this.#database = database;
    this.#query = query;
    this.#id = id;
    this.#column = column;
  }

  /** @throws ORDER_COLUMN_UNKNOWN (400), PAGE_KEY_INVALID (400) */
  async page(query: KeyedQuery): Promise<KeyedPage<O>> {
    const { total, totalExact } = await this.#count();
    const offset = query.after === undefined ? (query.pageNum - 1) * query.pageSize : 0;
    const found = await this.#ordered(query)
      .limit(query.pageSize + 1)
      .offset(offset)
      .execute();
    const rows = found.slice(0, query.pageSize);
    const last = found.length > query.pageSize ? rows.at(-1) : undefined;
    return { total, totalExact, rows, next: last ? this.#keyOf(last) : null };
  }

  /**
   * All rows, read in batches while they are sent. Later batches have the tenant of the caller.
   *
   * @throws ORDER_COLUMN_UNKNOWN (400), at once
   */
  batches(query: KeyedQuery): AsyncIterable<readonly O[]> {
    const inContext = AsyncLocalStorage.snapshot();
    const first = this.#ordered(query);
    const read = (after: string | undefined): Promise<O[]> =>
      inContext(async () =>
        (after === undefined ? first : this.#ordered({ ...query, after })).limit(BATCH).execute(),
      );
    const keyOf = (row: O): string => this.#keyOf(row);
    return (async function* () {
      for (let after: string | undefined; ;) {
        const rows = await read(after);
        if (rows.length > 0) yield rows;
        const last = rows.at(-1);
        if (!last || rows.length < BATCH) return;
        after = keyOf(last);
      }
    })();
  }

  async #count(): Promise<{ total: number; totalExact: boolean }> {
    const some = this.#query
      .clearSelect()
      .select(sql<number>`1`.as('one'))
      .limit(COUNTED + 1)
      .as('some');
    const counted = this.#database.query
      .selectFrom(some)
      .select((eb) => eb.fn.countAll<number>().as('total'));
    const total = (await counted.executeTakeFirst())?.total ?? 0;
    return { total: Math.min(total, COUNTED), totalExact: total <= COUNTED };
  }

  #ordered({ orderByColumn, isAsc, after }: KeyedQuery): SelectQueryBuilder<DB, TB, O> {
    if (orderByColumn !== undefined && orderByColumn !== 'createTime') throw notInTime(orderByColumn);
    const direction = orderByColumn !== undefined && isAsc === true ? 'asc' : 'desc';
    const ordered = this.#query
      .orderBy(sql.ref('create_time'), direction)
      .orderBy(sql.ref(this.#column), direction);
    if (after === undefined) return ordered;
    const { time, id } = parsed(after);
    const beyond = sql.raw(direction === 'asc' ? '>' : '<');
    const [at, key] = [sql.ref('create_time'), sql.ref(this.#column)];
    // The first condition is the one that an index can begin at.
    return ordered
      .where(sql<SqlBool>`${at} ${beyond}= ${time}`)
      .where(sql<SqlBool>`(${at} ${beyond} ${time} or ${key} ${beyond} ${id})`);
  }

  #keyOf(row: O): string {
    return `${Date.parse(row.createTime)}-${String(row[this.#id])}`;
  }
}

function parsed(after: string): { time: string; id: number } {
  const [time, id] = after.split('-').map(Number);
  const valid = Number.isSafeInteger(time) && Number.isSafeInteger(id) && Math.abs(time ?? 0) < 8.64e15;
  if (valid && /^\d+-\d+$/.test(after)) return { time: new Date(time ?? 0).toISOString(), id: id ?? 0 };
  throw new PlatformError({
    code: 'PAGE_KEY_INVALID',
    status: 400,
    message: 'The key of the page is not valid.',
    fix: 'Pass `next` of the previous page as `after`. Omit it to start from the beginning.',
  });
}

const notInTime = (column: string): PlatformError =>
  new PlatformError({
    code: 'ORDER_COLUMN_UNKNOWN',
    status: 400,
    message: `This list cannot be ordered by ${column}.`,
    fix: 'Logs are in the order of time only. Columns: createTime.',
  });
