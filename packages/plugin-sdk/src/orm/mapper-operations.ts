import type { Page, PageQuery } from '../core/index.ts';
import type { RowData, Where } from './conditions.ts';

/**
 * The generated statements of an entity. (design 3.6, 9.1-5)
 *
 * Tenant tables are limited to the current tenant, logically deleted rows are invisible, and values
 * are equal on every database.
 *
 * @example
 * ```ts
 * const open = await items.selectList({ status: 'open', title: word || undefined });
 * const page = await items.selectPage(
 *   (q) => q.like('title', word).orderBy('id', 'desc'),
 *   { pageNum: 1, pageSize: 20 },
 * );
 * await items.updateById({ id: 7, title: 'Milk' });
 * ```
 */
export interface MapperOperations<T extends object> {
  selectById(id: number | string): Promise<T | undefined>;
  /** Returns rows in the order of the ids, without the missing ones. */
  selectByIds(ids: readonly (number | string)[]): Promise<T[]>;
  /** Returns the only row, if there is one. @throws MAPPER_RESULT_AMBIGUOUS for several rows */
  selectOne(where: Where<T>): Promise<T | undefined>;
  selectList(where?: Where<T>): Promise<T[]>;
  /** Orders by `page.orderByColumn`, then by `where`. @throws ORDER_COLUMN_UNKNOWN (400) */
  selectPage(where: Where<T> | undefined, page: PageQuery): Promise<Page<T>>;
  selectCount(where?: Where<T>): Promise<number>;
  exists(where?: Where<T>): Promise<boolean>;
  /**
   * Assigns the id and resolves to the full row. @throws TENANT_MISMATCH (403), ROW_DUPLICATE
   * (409)
   */
  insert(row: RowData<T>): Promise<T>;
  /** Inserts rows in one transaction, with few statements. Resolves to them in their order. */
  insertBatch(rows: readonly RowData<T>[]): Promise<T[]>;
  /**
   * Changes the fields that are given (`null` empties one) and resolves to the number of rows: 0
   * when there is none, or when its `@Version` is no longer the one that is given.
   *
   * @throws ROW_ID_MISSING (400), ROW_DUPLICATE (409)
   */
  updateById(row: RowData<T>): Promise<number>;
  /**
   * Changes the fields that are given, in every row that the condition holds for; their
   * `@Version` counts on.
   *
   * @throws MAPPER_CONDITION_MISSING (400) where nothing limits it, as when every value is
   * `undefined`
   */
  update(changes: RowData<T>, where: Where<T>): Promise<number>;
  deleteById(id: number | string): Promise<number>;
  deleteByIds(ids: readonly (number | string)[]): Promise<number>;
  /**
   * @throws MAPPER_CONDITION_MISSING (400) where nothing limits it, as when every value is
   * `undefined`
   */
  delete(where: Where<T>): Promise<number>;
}
