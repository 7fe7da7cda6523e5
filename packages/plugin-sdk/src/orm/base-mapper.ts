import { PlatformError, type Page, type PageQuery } from '../core/index.ts';
import type { RowData, Where } from './conditions.ts';
import type { MapperOperations } from './mapper-operations.ts';

const ENGINE = Symbol('engine');

/**
 * Connects a mapper with its engine. The runtime calls it for each bean; a test may call it too.
 */
export function bindMapper<T extends object>(mapper: BaseMapper<T>, engine: MapperOperations<T>): void {
  mapper[ENGINE] = engine;
}

/** Base class of mappers: extend it with `@Mapper(Entity)`. See {@link MapperOperations}. */
export abstract class BaseMapper<T extends object> implements MapperOperations<T> {
  [ENGINE]: MapperOperations<T> | undefined;

  selectById(id: number | string): Promise<T | undefined> {
    return this.#bound().selectById(id);
  }

  selectByIds(ids: readonly (number | string)[]): Promise<T[]> {
    return this.#bound().selectByIds(ids);
  }

  selectOne(where: Where<T>): Promise<T | undefined> {
    return this.#bound().selectOne(where);
  }

  selectList(where?: Where<T>): Promise<T[]> {
    return this.#bound().selectList(where);
  }

  selectPage(where: Where<T> | undefined, page: PageQuery): Promise<Page<T>> {
    return this.#bound().selectPage(where, page);
  }

  selectCount(where?: Where<T>): Promise<number> {
    return this.#bound().selectCount(where);
  }

  exists(where?: Where<T>): Promise<boolean> {
    return this.#bound().exists(where);
  }

  insert(row: RowData<T>): Promise<T> {
    return this.#bound().insert(row);
  }

  insertBatch(rows: readonly RowData<T>[]): Promise<T[]> {
    return this.#bound().insertBatch(rows);
  }

  updateById(row: RowData<T>): Promise<number> {
    return this.#bound().updateById(row);
  }

  update(changes: RowData<T>, where: Where<T>): Promise<number> {
    return this.#bound().update(changes, where);
  }

  deleteById(id: number | string): Promise<number> {
    return this.#bound().deleteById(id);
  }

  deleteByIds(ids: readonly (number | string)[]): Promise<number> {
    return this.#bound().deleteByIds(ids);
  }

  delete(where: Where<T>): Promise<number> {
    return this.#bound().delete(where);
  }

  #bound(): MapperOperations<T> {
    if (this[ENGINE]) return this[ENGINE];
    throw new PlatformError({
      code: 'MAPPER_NOT_BOUND',
      message: `${this.constructor.name} is not connected to a database.`,
      fix: 'Let the mapper be injected, and do not use it in a constructor: init() is the moment.',
    });
  }
}
