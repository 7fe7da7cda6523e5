import type { PageQuery } from '@platform/plugin-sdk/core';
import { Type, type TObject } from 'typebox';

const properties = {
  pageNum: Type.Optional(Type.Integer({ minimum: 1, default: 1 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 20 })),
  orderByColumn: Type.Optional(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9]*$' })),
  isAsc: Type.Optional(Type.String({ enum: ['asc', 'desc', 'true', 'false'] })),
};

/** Adds the page parameters, which every list accepts. (design 2.2) */
export function withPageQuery(query: TObject | undefined): TObject {
  return Type.Object({ ...properties, ...query?.properties });
}

export function pageFrom(query: Readonly<Record<string, unknown>>): PageQuery {
  return {
    pageNum: Number(query['pageNum'] ?? 1),
    pageSize: Number(query['pageSize'] ?? 20),
    ...(typeof query['orderByColumn'] === 'string' ? { orderByColumn: query['orderByColumn'] } : {}),
    ...(query['isAsc'] === undefined ? {} : { isAsc: query['isAsc'] === 'asc' || query['isAsc'] === 'true' }),
  };
}
