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
  textsByLanguage,
  Time,
  type DataOf,
  Removed,
} from '../contract/index.ts';

const oneType = Type.Object({ dictId: Id });

export const DictTypeName = Type.String({ pattern: '^[a-z][a-z0-9_-]{0,99}$' });

/** Texts of a dictionary or an entry in other languages. */
export const DictLabels = textsByLanguage({
  description: 'By language: `zh`, `zh-CN`',
  language: '^[a-z]{2}(-[A-Z]{2})?$',
  text: { minLength: 1, maxLength: 100 },
});

const details = {
  dictNames: Type.Optional(DictLabels),
  status: Type.Optional(Status),
  remark: optionalText(500),
};

export const DictTypeSchema = Type.Object({
  dictId: Id,
  dictName: Type.String(),
  dictNames: Type.Optional(DictLabels),
  dictType: Type.String(),
  status: Status,
  remark: nullableText(),
  createTime: Time,
  updateTime: Time,
});

export const DictTypeFilterSchema = Type.Object({
  dictName: Type.Optional(Type.String()),
  dictType: Type.Optional(Type.String()),
  status: Type.Optional(Status),
});

export const dictionaryContracts = {
  ...listContracts({
    url: '/system/dict/type',
    auth: 'system:dict:list',
    summary: 'Dictionaries of the tenant',
    filter: DictTypeFilterSchema,
    row: DictTypeSchema,
  }),
  get: contract({
    method: 'GET',
    url: '/system/dict/type/:dictId',
    auth: 'system:dict:query',
    summary: 'A dictionary',
    schema: { params: oneType, response: DictTypeSchema },
  }),
  add: contract({
    method: 'POST',
    url: '/system/dict/type',
    auth: 'system:dict:add',
    summary: 'Add a dictionary',
    schema: {
      body: Type.Object({ dictName: text(100), dictType: DictTypeName, ...details }),
      response: oneType,
    },
  }),
  edit: contract({
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
        updateTime: SeenTime,
      }),
      response: Nothing,
    },
  }),
  remove: contract({
    method: 'DELETE',
    url: '/system/dict/type/:ids',
    auth: 'system:dict:remove',
    summary: 'Remove dictionaries without entries',
    schema: { params: IdsParams, response: Removed },
  }),
};

export type DictType = DataOf<typeof DictTypeSchema>;
export type DictTypeFilter = DataOf<typeof DictTypeFilterSchema>;
