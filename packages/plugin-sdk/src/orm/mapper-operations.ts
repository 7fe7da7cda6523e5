import type { Page, PageQuery } from '../core/index.ts';
import type { RowData, Where } from './conditions.ts';

/**
 * The generated statements of an entity. Tenant tables are filtered by the tenant of the current work, logically
 * deleted rows do not exist, and values look alike on each database. (design 3.6, 9.1-5)
 */
export interface MapperOperations<T extends object> {
  selectById(id: number | string): Promise<T | undefined>;
  selectList(where?: Where<T>): Promise<T[]>;
  /** Orders by `page.orderByColumn` where given, then as `where` says. @throws ORDER_COLUMN_UNKNOWN (400) */
  selectPage(where: Where<T> | undefined, page: PageQuery): Promise<Page<T>>;
  selectCount(where?: Where<T>): Promise<number>;
  /** Assigns the identifier and resolves to the full row. @throws TENANT_MISMATCH (403), ROW_DUPLICATE (409) */
  insert(row: RowData<T>): Promise<T>;
  /** As {@link insert}, in one transaction. */
  insertBatch(rows: readonly RowData<T>[]): Promise<T[]>;
  /**
   * Changes the fields that are given (`null` empties one) and resolves to the number of rows, 0 when there is none.
   *
   * @throws ROW_ID_MISSING (400), ROW_VERSION_CONFLICT (409), ROW_DUPLICATE (409)
   */
  updateById(row: RowData<T>): Promise<number>;
  deleteById(id: number | string): Promise<number>;
  deleteByIds(ids: readonly (number | string)[]): Promise<number>;
}
