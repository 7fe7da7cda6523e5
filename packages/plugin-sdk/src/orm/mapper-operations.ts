import type { Page, PageQuery } from '../core/index.ts';
import type { RowData, Where } from './conditions.ts';

/**
 * The generated statements of an entity. Tenant tables are filtered by the tenant of the current work, logically
 * deleted rows do not exist, and values look alike on each database. (design 3.6, 9.1-5)
 */
export interface MapperOperations<T extends object> {
  selectById(id: number | string): Promise<T | undefined>;
  /** In the order of the identifiers; those that there is no row for are left out. */
  selectByIds(ids: readonly (number | string)[]): Promise<T[]>;
  /** The only row, if there is one. @throws MAPPER_RESULT_AMBIGUOUS where there are several */
  selectOne(where: Where<T>): Promise<T | undefined>;
  selectList(where?: Where<T>): Promise<T[]>;
  /** Orders by `page.orderByColumn` where given, then as `where` says. @throws ORDER_COLUMN_UNKNOWN (400) */
  selectPage(where: Where<T> | undefined, page: PageQuery): Promise<Page<T>>;
  selectCount(where?: Where<T>): Promise<number>;
  exists(where?: Where<T>): Promise<boolean>;
  /** Assigns the identifier and resolves to the full row. @throws TENANT_MISMATCH (403), ROW_DUPLICATE (409) */
  insert(row: RowData<T>): Promise<T>;
  /** As {@link insert}, in one transaction and with as few statements as can be; the rows are in their order. */
  insertBatch(rows: readonly RowData<T>[]): Promise<T[]>;
  /**
   * Changes the fields that are given (`null` empties one) and resolves to the number of rows: 0 when there is none, or
   * when its `@Version` is no longer the one that is given.
   *
   * @throws ROW_ID_MISSING (400), ROW_DUPLICATE (409)
   */
  updateById(row: RowData<T>): Promise<number>;
  /**
   * Changes the fields that are given, in every row that the condition holds for; their `@Version` counts on.
   *
   * @throws MAPPER_CONDITION_MISSING (400) where nothing limits it, as when every value is `undefined`
   */
  update(changes: RowData<T>, where: Where<T>): Promise<number>;
  deleteById(id: number | string): Promise<number>;
  deleteByIds(ids: readonly (number | string)[]): Promise<number>;
  /** @throws MAPPER_CONDITION_MISSING (400) where nothing limits it, as when every value is `undefined` */
  delete(where: Where<T>): Promise<number>;
}
