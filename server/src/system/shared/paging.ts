import { EXPORT_LIMIT } from '@platform/host-api';
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
  const rows = await ordered
    .limit(page.pageSize)
    .offset((page.pageNum - 1) * page.pageSize)
    .execute();
  return { total: count?.total ?? 0, rows };
}

/** The rows of an export: those that the list would show, without pages. */
export async function allRows<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  page: PageQuery,
  ordering: Ordering,
): Promise<O[]> {
  return inOrder(query, page, ordering).limit(EXPORT_LIMIT).execute();
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
