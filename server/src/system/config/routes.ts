import { defineRoute, Type, type Route } from '../../kernel/index.ts';
import { notFound } from '../shared/failures.ts';
import { listRoutes } from '../shared/list-routes.ts';
import { Changed, Id, idsOf, IdsParams, nullableText, optionalText, Time } from '../shared/schemas.ts';
import type { ConfigRecords, ConfigRow } from './config-records.ts';
import type { ConfigValues } from './config-values.ts';

const oneConfig = Type.Object({ configId: Id });
const configKey = Type.String({ maxLength: 100, pattern: String.raw`^[A-Za-z0-9_.:-]+$` });
const configValue = Type.String({ maxLength: 65_535 });
const details = {
  configName: optionalText(100),
  configCategory: optionalText(64),
  remark: optionalText(500),
};

const ConfigSchema = Type.Object({
  configId: Id,
  configName: nullableText(),
  configKey: Type.String(),
  configValue: nullableText(),
  configCategory: nullableText(),
  isSystem: Type.Boolean(),
  remark: nullableText(),
  createTime: Time,
  updateTime: Time,
});

const ConfigFilterSchema = Type.Object({
  configName: Type.Optional(Type.String()),
  configKey: Type.Optional(Type.String()),
  configCategory: Type.Optional(Type.String()),
});

const columns = [
  { title: 'Name', value: (row: ConfigRow) => row.configName },
  { title: 'Key', value: (row: ConfigRow) => row.configKey },
  { title: 'Value', value: (row: ConfigRow) => row.configValue },
  { title: 'Category', value: (row: ConfigRow) => row.configCategory },
  { title: 'Remark', value: (row: ConfigRow) => row.remark },
];

/** `/system/config`. (design 2.2) */
export function configRoutes(records: ConfigRecords, values: ConfigValues): Route[] {
  return [
    ...listRoutes({
      url: '/system/config',
      auth: 'system:config:list',
      summary: 'Configuration of the tenant',
      exported: 'the configuration',
      file: 'config.csv',
      filter: ConfigFilterSchema,
      row: ConfigSchema,
      columns,
      rows: records,
    }),
    defineRoute({
      method: 'GET',
      url: '/system/config/value/:configKey',
      auth: 'system:config:query',
      summary: "The value in effect: the tenant's own, else the default tenant's",
      schema: { params: Type.Object({ configKey }), response: Type.String() },
      async handler(ctx) {
        const value = await values.get(ctx.params.configKey);
        if (value === undefined) throw notFound('configuration');
        return value;
      },
    }),
    defineRoute({
      method: 'GET',
      url: '/system/config/:configId',
      auth: 'system:config:query',
      summary: 'A configuration row',
      schema: { params: oneConfig, response: ConfigSchema },
      handler: (ctx) => records.get(ctx.params.configId),
    }),
    defineRoute({
      method: 'POST',
      url: '/system/config',
      auth: 'system:config:add',
      summary: 'Add a configuration row',
      schema: {
        body: Type.Object({ configKey, configValue, ...details }),
        response: oneConfig,
      },
      audit: 'Add a configuration value',
      handler: async (ctx) => ({ configId: await records.create(ctx.body) }),
    }),
    defineRoute({
      method: 'PUT',
      url: '/system/config',
      auth: 'system:config:edit',
      summary: 'Change a configuration row',
      schema: {
        body: Type.Object({
          configId: Id,
          configKey: Type.Optional(configKey),
          configValue: Type.Optional(configValue),
          ...details,
        }),
      },
      audit: 'Change a configuration value',
      handler: ({ body: { configId, ...change } }) => records.update(configId, change),
    }),
    defineRoute({
      method: 'DELETE',
      url: '/system/config/:ids',
      auth: 'system:config:remove',
      summary: 'Remove configuration rows',
      schema: { params: IdsParams, response: Changed },
      audit: 'Remove configuration values',
      handler: async (ctx) => ({ changed: await records.remove(idsOf(ctx.params.ids)) }),
    }),
  ];
}
