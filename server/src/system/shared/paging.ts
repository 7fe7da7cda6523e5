import { AsyncLocalStorage } from 'node:async_hooks';
import { sql, type SelectQueryBuilder, type SqlBool, type RawBuilder } from 'kysely';
import { PlatformError, type Page, type PageQuery } from '../../kernel/index.ts';

/** By what a list may be ordered. */
export interface Ordering {
  /** Column by the name that clients use. */
  readonly columns: Readonly<Record<string, string>>;
  readonly by: string;
  readonly direction: 'asc' | 'desc';
  /** Unique column that settles ties, so that pages do not overlap. */
  readonly unique: string;
}

/**
 * One page of a query with the number of all its rows.
 *
 * @throws ORDER_COLUMN_UNKNOWN (400)
 */
export async function pageOfRows<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  page: PageQuery,
  ordering: Ordering,
): Promise<Page<O>> {
  const ordered = inOrder(query, page, ordering);
  const counted = query.clearSelect().select((eb) => eb.fn.countAll<number>().as('total'));
  const [count] = (await counted.execute()) as unknown as ReadonlyArray<{ total: number }>;
  return pageAmong(count?.total ?? 0, ordered, page);
}

async function pageAmong<DB, TB extends keyof DB, O>(
  total: number,
  ordered: SelectQueryBuilder<DB, TB, O>,
  page: PageQuery,
): Promise<Page<O>> {
  const offset = (page.pageNum - 1) * page.pageSize;
  // A search without a result would read the whole table for a second time.
  if (offset >= total) return { total, rows: [] };
  return { total, rows: await ordered.limit(page.pageSize).offset(offset).execute() };
}

/** So many matches are read by their keys. */
const FEW_MATCHES = 1_000;

/**
 * One page of a search in texts, which no index answers.
 *
 * The rows of few matches are read by their keys. Else the table would be read for their number,
 * and once more in the order of the list. Of many matches, a page is found soon in that order.
 *
 * @throws ORDER_COLUMN_UNKNOWN (400)
 */
export async function pageOfMatches<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  page: PageQuery,
  ordering: Ordering,
): Promise<Page<O>> {
  const ordered = inOrder(query, page, ordering);
  const key = sql.ref<number | string>(ordering.unique);
  const found = await query
    .clearSelect()
    .select(key.as('matchKey'))
    .limit(FEW_MATCHES + 1)
    .execute();
  const total = found.length;
  if (total > FEW_MATCHES) return pageOfRows(query, page, ordering);
  const keys = (found as unknown as ReadonlyArray<{ matchKey: number | string }>).map((row) => row.matchKey);
  return pageAmong(total, ordered.where(sql<SqlBool>`${key} in (${sql.join(keys)})`), page);
}

/** Rows that an export sorts as its list does; longer ones are in the order of their keys. */
const SORTED = 10_000;
/** Rows that an export reads at a time. */
const BATCH = 1_000;

/**
 * All rows of a list, read in batches while they are sent, each as fast as the one before. Later
 * batches have the tenant of the caller. (design 12.1-1)
 *
 * @param viewOf rows as the list shows them
 * @throws ORDER_COLUMN_UNKNOWN (400), at once
 */
export function batchesOf<DB, TB extends keyof DB, O, Row>(
  query: SelectQueryBuilder<DB, TB, O>,
  page: PageQuery,
  ordering: Ordering,
  viewOf: (rows: O[]) => readonly Row[] | Promise<readonly Row[]>,
): AsyncIterable<readonly Row[]> {
  const inContext = AsyncLocalStorage.snapshot();
  const sorted = inOrder(query, page, ordering);
  const key = sql.ref<number | string>(ordering.unique);
  const byKey = query.select(key.as('exportKey')).orderBy(key).limit(BATCH);
  const view = (rows: O[]) => inContext(async () => viewOf(rows));
  return (async function* () {
    const first = await inContext(() => sorted.limit(SORTED + 1).execute());
    if (first.length <= SORTED) {
      for (let at = 0; at < first.length; at += BATCH) yield await view(first.slice(at, at + BATCH));
      return;
    }
    for (let last: number | string | undefined; ;) {
      const next = last === undefined ? byKey : byKey.where(sql<SqlBool>`${key} > ${last}`);
      const rows = (await inContext(() => next.execute())) as Array<O & { exportKey: number | string }>;
      if (rows.length > 0) yield await view(rows);
      if (rows.length < BATCH) return;
      last = rows.at(-1)?.exportKey;
    }
  })();
}

/**
 * As {@link batchesOf}, of a query that is known only after others.
 *
 * @throws ORDER_COLUMN_UNKNOWN (400), at the first batch
 */
export function batchesOnceKnown<DB, TB extends keyof DB, O, Row>(
  queryOf: () => Promise<SelectQueryBuilder<DB, TB, O>>,
  ...rest: [PageQuery, Ordering, (rows: O[]) => readonly Row[] | Promise<readonly Row[]>]
): AsyncIterable<readonly Row[]> {
  const inContext = AsyncLocalStorage.snapshot();
  return (async function* () {
    const query = await inContext(queryOf);
    yield* inContext(() => batchesOf(query, ...rest));
  })();
}

function inOrder<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  page: PageQuery,
  ordering: Ordering,
): SelectQueryBuilder<DB, TB, O> {
  const asked = page.orderByColumn;
  const column = asked === undefined ? ordering.by : ordering.columns[asked];
  if (column === undefined || (asked !== undefined && !Object.hasOwn(ordering.columns, asked))) {
    throw new PlatformError({
      code: 'ORDER_COLUMN_UNKNOWN',
      status: 400,
      message: `This list cannot be ordered by ${asked}.`,
      fix: `Columns: ${Object.keys(ordering.columns).join(', ')}.`,
    });
  }
  const direction = page.isAsc === undefined ? ordering.direction : page.isAsc ? 'asc' : 'desc';
  return query.orderBy(sql.ref(column), direction).orderBy(sql.ref(ordering.unique), direction);
}

/**
 * True for rows whose column contains the text, whatever the case; `%` and `_` in it stand for
 * themselves.
 */
export function contains(column: string, text: string): RawBuilder<SqlBool> {
  const pattern = `%${text.toLowerCase().replaceAll(/[!%_]/g, '!$&')}%`;
  return sql<SqlBool>`lower(${sql.ref(column)}) like ${pattern} escape '!'`;
}
