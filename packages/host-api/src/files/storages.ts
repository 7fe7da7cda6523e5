import { pageOf } from '@platform/plugin-sdk/web';
import { Type } from 'typebox';
import {
  contract,
  Id,
  IdsParams,
  Nothing,
  nullableText,
  oneOf,
  optionalText,
  SeenTime,
  Status,
  Time,
  type DataOf,
  Removed,
} from '../contract/index.ts';

const oneStorage = Type.Object({ ossConfigId: Id });

const StorageType = Type.Unsafe<'local' | 's3'>({ type: 'string', enum: ['local', 's3'] });

const url = Type.Optional(
  Type.Unsafe<string | null>({
    type: ['string', 'null'],
    maxLength: 500,
    pattern: String.raw`^$|^/[\w./-]*$|^https?://[^\s?#]+$`,
  }),
);

const details = {
  bucket: optionalText(128),
  endpoint: url,
  region: optionalText(64),
  accessKey: optionalText(255),
  secretKey: optionalText(500),
  prefix: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      maxLength: 200,
      pattern: String.raw`^$|^[\w-][\w.-]*(/[\w-][\w.-]*)*/$`,
    }),
  ),
  publicUrl: url,
  privateBucket: optionalText(128),
  publicEndpoint: url,
  pathStyle: Type.Optional(Type.Boolean()),
  remark: optionalText(500),
};

export const StorageSchema = Type.Object({
  ossConfigId: Id,
  configKey: Type.String(),
  storageType: StorageType,
  bucket: nullableText(),
  endpoint: nullableText(),
  region: nullableText(),
  accessKey: nullableText(),
  hasSecretKey: Type.Boolean(),
  prefix: nullableText(),
  publicUrl: nullableText(),
  privateBucket: nullableText(),
  publicEndpoint: nullableText(),
  pathStyle: Type.Boolean(),
  status: Status,
  remark: nullableText(),
  updateTime: Time,
});

export const storageContracts = {
  list: contract({
    method: 'GET',
    url: '/system/ossConfig/list',
    auth: 'system:ossConfig:list',
    summary: 'Storages',
    schema: {
      query: Type.Object({ configKey: Type.Optional(Type.String()) }),
      response: pageOf(StorageSchema),
    },
  }),
  get: contract({
    method: 'GET',
    url: '/system/ossConfig/:ossConfigId',
    auth: 'system:ossConfig:query',
    summary: 'A storage',
    schema: { params: oneStorage, response: StorageSchema },
  }),
  add: contract({
    method: 'POST',
    url: '/system/ossConfig',
    auth: 'system:ossConfig:add',
    summary: 'Add a storage, disabled',
    schema: {
      body: Type.Object({
        configKey: Type.String({ pattern: '^[a-z][a-z0-9_-]{0,63}$' }),
        storageType: StorageType,
        ...details,
      }),
      response: oneStorage,
    },
  }),
  edit: contract({
    method: 'PUT',
    url: '/system/ossConfig',
    auth: 'system:ossConfig:edit',
    summary: 'Change a storage; a secret that is not sent stays',
    schema: {
      body: Type.Object({
        ossConfigId: Id,
        storageType: Type.Optional(StorageType),
        ...details,
        updateTime: SeenTime,
      }),
      response: Nothing,
    },
  }),
  status: contract({
    method: 'PUT',
    url: '/system/ossConfig/:ossConfigId/status',
    auth: 'system:ossConfig:edit',
    summary: 'Enable a storage that answers, disabling the others; or disable it',
    schema: { params: oneStorage, body: Type.Object({ status: Status }), response: Nothing },
  }),
  check: contract({
    method: 'POST',
    url: '/system/ossConfig/:ossConfigId/check',
    auth: 'system:ossConfig:query',
    summary: 'Find out whether a storage can be used',
    schema: { params: oneStorage, response: Nothing },
  }),
  remove: contract({
    method: 'DELETE',
    url: '/system/ossConfig/:ids',
    auth: 'system:ossConfig:remove',
    summary: 'Remove storages that are disabled and empty',
    schema: { params: IdsParams, response: Removed },
  }),
};

const StorageMoveSchema = Type.Object({
  moveId: Id,
  from: Type.String(),
  to: Type.String(),
  state: oneOf('running', 'done', 'failed', 'canceled'),
  total: Type.Integer(),
  moved: Type.Integer(),
  failed: Type.Integer(),
  error: nullableText(),
  createTime: Time,
  updateTime: Time,
});

/** Files of a storage that go to another. (design 12.1-8) */
export const storageMoveContracts = {
  list: contract({
    method: 'GET',
    url: '/system/ossConfig/moves',
    auth: 'system:ossConfig:list',
    summary: 'The latest moves of files between storages',
    schema: { response: Type.Array(StorageMoveSchema) },
  }),
  start: contract({
    method: 'POST',
    url: '/system/ossConfig/:ossConfigId/move',
    auth: 'system:ossConfig:edit',
    summary: 'Move all files of a storage to another; the old copies stay for 24 hours',
    schema: {
      params: oneStorage,
      body: Type.Object({ to: Type.String({ maxLength: 64 }) }),
      response: Type.Object({ moveId: Id }),
    },
  }),
  set: contract({
    method: 'PUT',
    url: '/system/ossConfig/moves/:moveId',
    auth: 'system:ossConfig:edit',
    summary: 'End a move, or continue one that failed or was ended',
    schema: {
      params: Type.Object({ moveId: Id }),
      body: Type.Object({ action: oneOf('cancel', 'resume') }),
      response: Nothing,
    },
  }),
};

export type StorageMove = DataOf<typeof StorageMoveSchema>;
export type Storage = DataOf<typeof StorageSchema>;
