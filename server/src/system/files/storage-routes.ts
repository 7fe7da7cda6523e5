import { defineRoute, forPlatformTenant, pageOf, Type, type Route } from '../../kernel/index.ts';
import {
  Changed,
  Id,
  idsOf,
  IdsParams,
  nullableText,
  optionalText,
  Status,
  Time,
} from '../shared/schemas.ts';
import type { StorageRecords } from './storage-records.ts';

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

const StorageSchema = Type.Object({
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

/** `/system/ossConfig`; secrets go in and never out. (design 2.2) */
export function storageRoutes(storages: StorageRecords): Route[] {
  return [
    defineRoute({
      method: 'GET',
      url: '/system/ossConfig/list',
      auth: 'system:ossConfig:list',
      summary: 'Storages',
      schema: {
        query: Type.Object({ configKey: Type.Optional(Type.String()) }),
        response: pageOf(StorageSchema),
      },
      handler: (ctx) => forPlatformTenant(ctx, () => storages.list(ctx.query, ctx.page)),
    }),
    defineRoute({
      method: 'GET',
      url: '/system/ossConfig/:ossConfigId',
      auth: 'system:ossConfig:query',
      summary: 'A storage',
      schema: { params: oneStorage, response: StorageSchema },
      handler: (ctx) => forPlatformTenant(ctx, () => storages.get(ctx.params.ossConfigId)),
    }),
    defineRoute({
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
      audit: 'Add a storage',
      handler: (ctx) =>
        forPlatformTenant(ctx, async () => ({ ossConfigId: await storages.create(ctx.body) })),
    }),
    defineRoute({
      method: 'PUT',
      url: '/system/ossConfig',
      auth: 'system:ossConfig:edit',
      summary: 'Change a storage; a secret that is not sent stays',
      schema: {
        body: Type.Object({ ossConfigId: Id, storageType: Type.Optional(StorageType), ...details }),
      },
      audit: 'Change a storage',
      handler: (ctx) =>
        forPlatformTenant(ctx, () => {
          const { ossConfigId, ...change } = ctx.body;
          return storages.update(ossConfigId, change);
        }),
    }),
    defineRoute({
      method: 'PUT',
      url: '/system/ossConfig/:ossConfigId/status',
      auth: 'system:ossConfig:edit',
      summary: 'Enable a storage that answers, disabling the others; or disable it',
      schema: { params: oneStorage, body: Type.Object({ status: Status }) },
      audit: 'Enable or disable a storage',
      handler: (ctx) =>
        forPlatformTenant(ctx, () => storages.setStatus(ctx.params.ossConfigId, ctx.body.status)),
    }),
    defineRoute({
      method: 'POST',
      url: '/system/ossConfig/:ossConfigId/check',
      auth: 'system:ossConfig:query',
      summary: 'Find out whether a storage can be used',
      schema: { params: oneStorage },
      handler: (ctx) => forPlatformTenant(ctx, () => storages.check(ctx.params.ossConfigId)),
    }),
    defineRoute({
      method: 'DELETE',
      url: '/system/ossConfig/:ids',
      auth: 'system:ossConfig:remove',
      summary: 'Remove storages that are disabled and empty',
      schema: { params: IdsParams, response: Changed },
      audit: 'Remove storages',
      handler: (ctx) =>
        forPlatformTenant(ctx, async () => ({ changed: await storages.remove(idsOf(ctx.params.ids)) })),
    }),
  ];
}
