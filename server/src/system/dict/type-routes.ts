import { defineRoute, Type, type Route } from '../../kernel/index.ts';
import { listRoutes } from '../shared/list-routes.ts';
import {
  Changed,
  Id,
  idsOf,
  IdsParams,
  nullableText,
  optionalText,
  Status,
  text,
  Time,
} from '../shared/schemas.ts';
import type { DictTypeRow, DictTypes } from './dict-types.ts';

const oneType = Type.Object({ dictId: Id });
export const DictTypeName = Type.String({ pattern: '^[a-z][a-z0-9_-]{0,99}$' });
const details = { status: Type.Optional(Status), remark: optionalText(500) };

const DictTypeSchema = Type.Object({
  dictId: Id,
  dictName: Type.String(),
  dictType: Type.String(),
  status: Status,
  remark: nullableText(),
  createTime: Time,
});

const DictTypeFilterSchema = Type.Object({
  dictName: Type.Optional(Type.String()),
  dictType: Type.Optional(Type.String()),
  status: Type.Optional(Status),
});

const columns = [
  { title: 'Name', value: (row: DictTypeRow) => row.dictName },
  { title: 'Type', value: (row: DictTypeRow) => row.dictType },
  { title: 'Enabled', value: (row: DictTypeRow) => row.status === 1 },
  { title: 'Remark', value: (row: DictTypeRow) => row.remark },
];

/** `/system/dict/type`. (design 2.2) */
export function dictTypeRoutes(types: DictTypes): Route[] {
  return [
    ...listRoutes({
      url: '/system/dict/type',
      auth: 'system:dict:list',
      summary: 'Dictionaries of the tenant',
      exported: 'dictionaries',
      file: 'dictionaries.csv',
      filter: DictTypeFilterSchema,
      row: DictTypeSchema,
      columns,
      rows: types,
    }),
    defineRoute({
      method: 'GET',
      url: '/system/dict/type/:dictId',
      auth: 'system:dict:query',
      summary: 'A dictionary',
      schema: { params: oneType, response: DictTypeSchema },
      handler: (ctx) => types.get(ctx.params.dictId),
    }),
    defineRoute({
      method: 'POST',
      url: '/system/dict/type',
      auth: 'system:dict:add',
      summary: 'Add a dictionary',
      schema: {
        body: Type.Object({ dictName: text(100), dictType: DictTypeName, ...details }),
        response: oneType,
      },
      audit: 'Add a dictionary',
      handler: async (ctx) => ({ dictId: await types.create(ctx.body) }),
    }),
    defineRoute({
      method: 'PUT',
      url: '/system/dict/type',
      auth: 'system:dict:edit',
      summary: 'Change a dictionary',
      schema: {
        body: Type.Object({
          dictId: Id,
          dictName: Type.Optional(text(100)),
          dictType: Type.Optional(DictTypeName),
          ...details,
        }),
      },
      audit: 'Change a dictionary',
      handler: ({ body: { dictId, ...change } }) => types.update(dictId, change),
    }),
    defineRoute({
      method: 'DELETE',
      url: '/system/dict/type/:ids',
      auth: 'system:dict:remove',
      summary: 'Remove dictionaries without entries',
      schema: { params: IdsParams, response: Changed },
      audit: 'Remove dictionaries',
      handler: async (ctx) => ({ changed: await types.remove(idsOf(ctx.params.ids)) }),
    }),
  ];
}
