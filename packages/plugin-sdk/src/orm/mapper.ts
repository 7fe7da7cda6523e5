import { beanDecorator, type BeanDecorator, type BeanOptions } from '../core/bean.ts';
import type { Injectable } from '../core/injection.ts';
import { factFor, factKey } from '../metadata/index.ts';
import type { BaseMapper } from './base-mapper.ts';

export interface MapperFact {
  entity: (new () => object) | undefined;
}

export const MAPPER = factKey<MapperFact>('mapper', () => ({ entity: undefined }));

/**
 * Marks a bean with the generated statements of `entity`. (spec: L7; design 3.6)
 *
 * @example
 * ```ts
 * @Mapper(Item)
 * export class ItemMapper extends BaseMapper<Item> {
 *   readonly countByStatus = selectList<StatusCount, { from?: string }>(); // in the mapper's XML
 * }
 * ```
 * @param entity class with `@TableName`
 */
export function Mapper<T extends object, const I extends readonly Injectable[] = readonly []>(
  entity: new () => T,
  options: BeanOptions<I, BaseMapper<T>> = {},
): BeanDecorator<I, BaseMapper<T>> {
  const bean = beanDecorator('mapper', options);
  return (type, context) => {
    factFor(context.metadata, MAPPER).entity = entity;
    bean(type, context);
  };
}
