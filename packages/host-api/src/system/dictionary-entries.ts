import { Type } from 'typebox';
import {
  contract,
  Id,
  IdsParams,
  listContracts,
  Nothing,
  nullableText,
  optionalText,
  SeenTime,
  Status,
  text,
  Time,
  type DataOf,
  Removed,
} from '../contract/index.ts';
import { DictLabels, DictTypeName } from './dictionaries.ts';
import { ImportCheckSchema, ImportFileSchema } from './imports.ts';

const oneEntry = Type.Object({ dictCode: Id });

const details = {
  dictLabels: Type.Optional(DictLabels),
  dictSort: Type.Optional(Type.Integer()),
  listClass: optionalText(100),
  isDefault: Type.Optional(Type.Boolean()),
  status: Type.Optional(Status),
  remark: optionalText(500),
};

export const DictDataSchema = Type.Object({
  dictCode: Id,
  dictType: Type.String(),
  dictLabel: Type.String(),
  dictLabels: DictLabels,
  dictValue: Type.String(),
  dictSort: Type.Integer(),
  listClass: nullableText(),
  isDefault: Type.Boolean(),
  status: Status,
  remark: nullableText(),
  createTime: Time,
  updateTime: Time,
});

export const DictEntrySchema = Type.Object({
  label: Type.String(),
  labels: Type.Optional(DictLabels),
  value: Type.String(),
  order: Type.Integer(),
  isDefault: Type.Boolean(),
  tag: Type.Optional(Type.String({ description: 'Element Plus tag type' })),
});

export const DictDataFilterSchema = Type.Object({
  dictType: Type.Optional(Type.String()),
  dictLabel: Type.Optional(Type.String()),
  status: Type.Optional(Status),
});

export const dictionaryEntryContracts = {
  get: contract({
    method: 'GET',
    url: '/system/dict/data/type/:dictType',
    auth: 'login',
    summary: 'The enabled entries of a dictionary, for choices and labels',
    schema: { params: Type.Object({ dictType: DictTypeName }), response: Type.Array(DictEntrySchema) },
  }),
  ...listContracts({
    url: '/system/dict/data',
    auth: 'system:dict:list',
    summary: 'Entries of dictionaries',
    filter: DictDataFilterSchema,
    row: DictDataSchema,
  }),
  dictGet: contract({
    method: 'GET',
    url: '/system/dict/data/:dictCode',
    auth: 'system:dict:query',
    summary: 'An entry',
    schema: { params: oneEntry, response: DictDataSchema },
  }),
  add: contract({
    method: 'POST',
    url: '/system/dict/data',
    auth: 'system:dict:add',
    summary: 'Add an entry',
    schema: {
      body: Type.Object({ dictType: DictTypeName, dictLabel: text(100), dictValue: text(100), ...details }),
      response: oneEntry,
    },
  }),
  import: contract({
    method: 'POST',
    url: '/system/dict/data/import',
    auth: 'system:dict:add',
    summary:
      'Read entries of a dictionary from a CSV file; with `apply` and without a finding, add all of them',
    schema: {
      body: Type.Object({ dictType: DictTypeName, ...ImportFileSchema.properties }),
      response: ImportCheckSchema,
    },
  }),
  edit: contract({
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
        updateTime: SeenTime,
      }),
      response: Nothing,
    },
  }),
  move: contract({
    method: 'PUT',
    url: '/system/dict/data/:dictCode/move',
    auth: 'system:dict:edit',
    summary: 'Move an entry some places up (below 0) or down in its dictionary, at most to its end',
    schema: {
      params: oneEntry,
      body: Type.Object({ by: Type.Integer({ minimum: -10_000, maximum: 10_000 }) }),
      response: Nothing,
    },
  }),
  remove: contract({
    method: 'DELETE',
    url: '/system/dict/data/:ids',
    auth: 'system:dict:remove',
    summary: 'Remove entries',
    schema: { params: IdsParams, response: Removed },
  }),
};

export type DictData = DataOf<typeof DictDataSchema>;
export type DictEntry = DataOf<typeof DictEntrySchema>;
export type DictDataFilter = DataOf<typeof DictDataFilterSchema>;
