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
import type { DictData, DictDataRow } from './dict-data.ts';
import type { TableDictService } from './dict-service.ts';
import { DictTypeName } from './type-routes.ts';

const oneEntry = Type.Object({ dictCode: Id });
const details = {
  dictSort: Type.Optional(Type.Integer()),
  listClass: optionalText(100),
  isDefault: Type.Optional(Type.Boolean()),
  status: Type.Optional(Status),
  remark: optionalText(500),
};

const DictDataSchema = Type.Object({
  dictCode: Id,
  dictType: Type.String(),
  dictLabel: Type.String(),
  dictValue: Type.String(),
  dictSort: Type.Integer(),
  listClass: nullableText(),
  isDefault: Type.Boolean(),
  status: Status,
  remark: nullableText(),
  createTime: Time,
});

const DictEntrySchema = Type.Object({
  label: Type.String(),
  value: Type.String(),
  order: Type.Integer(),
  isDefault: Type.Boolean(),
  tag: Type.Optional(Type.String({ description: 'Element Plus tag type' })),
});

const DictDataFilterSchema = Type.Object({
  dictType: Type.Optional(Type.String()),
  dictLabel: Type.Optional(Type.String()),
  status: Type.Optional(Status),
});

const columns = [
  { title: 'Dictionary', value: (row: DictDataRow) => row.dictType },
  { title: 'Label', value: (row: DictDataRow) => row.dictLabel },
  { title: 'Value', value: (row: DictDataRow) => row.dictValue },
  { title: 'Order', value: (row: DictDataRow) => row.dictSort },
  { title: 'Enabled', value: (row: DictDataRow) => row.status === 1 },
];

/** `/system/dict/data`. (design 2.2) */
export function dictDataRoutes(data: DictData, service: TableDictService): Route[] {
  return [
    defineRoute({
      method: 'GET',
      url: '/system/dict/data/type/:dictType',
      auth: 'login',
      summary: 'The enabled entries of a dictionary, for choices and labels',
      schema: { params: Type.Object({ dictType: DictTypeName }), response: Type.Array(DictEntrySchema) },
      handler: (ctx) => service.list(ctx.params.dictType),
    }),
    ...listRoutes({
      url: '/system/dict/data',
      auth: 'system:dict:list',
      summary: 'Entries of dictionaries',
      exported: 'dictionary entries',
      file: 'entries.csv',
      filter: DictDataFilterSchema,
      row: DictDataSchema,
      columns,
      rows: data,
    }),
    defineRoute({
      method: 'GET',
      url: '/system/dict/data/:dictCode',
      auth: 'system:dict:query',
      summary: 'An entry',
      schema: { params: oneEntry, response: DictDataSchema },
      handler: (ctx) => data.get(ctx.params.dictCode),
    }),
    defineRoute({
      method: 'POST',
      url: '/system/dict/data',
      auth: 'system:dict:add',
      summary: 'Add an entry',
      schema: {
        body: Type.Object({ dictType: DictTypeName, dictLabel: text(100), dictValue: text(100), ...details }),
        response: oneEntry,
      },
      audit: 'Add a dictionary entry',
      handler: async (ctx) => ({ dictCode: await data.create(ctx.body) }),
    }),
    defineRoute({
      method: 'PUT',
      url: '/system/dict/data',
      auth: 'system:dict:edit',
      summary: 'Change an entry',
      schema: {
        body: Type.Object({
          dictCode: Id,
          dictType: Type.Optional(DictTypeName),
          dictLabel: Type.Optional(text(100)),
          dictValue: Type.Optional(text(100)),
          ...details,
        }),
      },
      audit: 'Change a dictionary entry',
      handler: ({ body: { dictCode, ...change } }) => data.update(dictCode, change),
    }),
    defineRoute({
      method: 'DELETE',
      url: '/system/dict/data/:ids',
      auth: 'system:dict:remove',
      summary: 'Remove entries',
      schema: { params: IdsParams, response: Changed },
      audit: 'Remove dictionary entries',
      handler: async (ctx) => ({ changed: await data.remove(idsOf(ctx.params.ids)) }),
    }),
  ];
}
