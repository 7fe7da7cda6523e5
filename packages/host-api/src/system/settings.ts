import { pageOf } from '@platform/plugin-sdk/web';
import { Type } from 'typebox';
import {
  contract,
  Id,
  IdsParams,
  listContracts,
  Nothing,
  nullableText,
  oneOf,
  optionalText,
  SeenTime,
  textsByLanguage,
  Time,
  type DataOf,
  Removed,
} from '../contract/index.ts';
import { KnownSettingSchema } from './known-settings.ts';

const oneConfig = Type.Object({ configId: Id });

const configKey = Type.String({ maxLength: 100, pattern: String.raw`^[A-Za-z0-9_.:-]+$` });

const configValue = Type.String({ maxLength: 65_535 });

/** Names of a setting in other languages. */
const ConfigNames = textsByLanguage({
  description: 'By language: `zh`, `zh-CN`',
  language: '^[a-z]{2}(-[A-Z]{2})?$',
  text: { minLength: 1, maxLength: 100 },
});

const details = {
  configNames: Type.Optional(ConfigNames),
  configName: optionalText(100),
  configCategory: optionalText(64),
  remark: optionalText(500),
};

export const ConfigSchema = Type.Object({
  configId: Id,
  configName: nullableText(),
  configNames: Type.Optional(ConfigNames),
  configKey: Type.String(),
  /** `******` for a secret, which is a value in a category that ends with `.private`. */
  configValue: nullableText(),
  configCategory: nullableText(),
  isSystem: Type.Boolean(),
  remark: nullableText(),
  createTime: Time,
  updateTime: Time,
});

export const ConfigFilterSchema = Type.Object({
  name: Type.Optional(Type.String({ description: 'A part of the key, or of the name in any language' })),
  configName: Type.Optional(Type.String()),
  configKey: Type.Optional(Type.String()),
  configCategory: Type.Optional(Type.String()),
});

export const ConfigChangeSchema = Type.Object({
  historyId: Id,
  configKey: Type.String(),
  change: oneOf('added', 'changed', 'removed'),
  before: nullableText(),
  after: nullableText(),
  isSecret: Type.Boolean({ description: 'Then there are neither values before nor after' }),
  userName: nullableText(),
  createTime: Time,
});

export const settingContracts = {
  known: contract({
    method: 'GET',
    url: '/system/config/known',
    auth: 'system:config:list',
    summary: 'Settings that the host itself reads, with their possible values',
    schema: { response: Type.Array(KnownSettingSchema) },
  }),
  history: contract({
    method: 'GET',
    url: '/system/config/history',
    auth: 'system:config:query',
    summary: 'Changes of the value of a setting, the newest first',
    schema: { query: Type.Object({ configKey }), response: pageOf(ConfigChangeSchema) },
  }),
  ...listContracts({
    url: '/system/config',
    auth: 'system:config:list',
    summary: 'Configuration of the tenant',
    filter: ConfigFilterSchema,
    row: ConfigSchema,
  }),
  get: contract({
    method: 'GET',
    url: '/system/config/value/:configKey',
    auth: 'system:config:query',
    summary: "The value in effect: the tenant's own, else the default tenant's; a secret is masked",
    schema: { params: Type.Object({ configKey }), response: Type.String() },
  }),
  systemGet: contract({
    method: 'GET',
    url: '/system/config/:configId',
    auth: 'system:config:query',
    summary: 'A configuration row',
    schema: { params: oneConfig, response: ConfigSchema },
  }),
  add: contract({
    method: 'POST',
    url: '/system/config',
    auth: 'system:config:add',
    summary: 'Add a configuration row',
    schema: {
      body: Type.Object({ configKey, configValue, ...details }),
      response: oneConfig,
    },
  }),
  edit: contract({
    method: 'PUT',
    url: '/system/config',
    auth: 'system:config:edit',
    summary: 'Change a configuration row; a secret sent as its mask stays',
    schema: {
      body: Type.Object({
        configId: Id,
        configKey: Type.Optional(configKey),
        configValue: Type.Optional(configValue),
        ...details,
        updateTime: SeenTime,
      }),
      response: Nothing,
    },
  }),
  remove: contract({
    method: 'DELETE',
    url: '/system/config/:ids',
    auth: 'system:config:remove',
    summary: 'Remove configuration rows',
    schema: { params: IdsParams, response: Removed },
  }),
};

export type ConfigChange = DataOf<typeof ConfigChangeSchema>;
export type Config = DataOf<typeof ConfigSchema>;
export type ConfigFilter = DataOf<typeof ConfigFilterSchema>;
