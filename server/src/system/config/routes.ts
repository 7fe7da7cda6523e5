import { KNOWN_SETTINGS, settingContracts } from '@platform/host-api';
import { defineRoute, type Route } from '../../kernel/index.ts';
import { notFound } from '../shared/failures.ts';
import type { Edits } from '../shared/edits.ts';
import { listRoutes } from '../shared/list-routes.ts';
import type { Removals } from '../undo/removals.ts';
import { removalRoute } from '../undo/routes.ts';
import type { ConfigRecords, ConfigRow } from './config-records.ts';
import type { ConfigValues } from './config-values.ts';

const columns = [
  { title: 'Name', value: (row: ConfigRow) => row.configName },
  { title: 'Key', value: (row: ConfigRow) => row.configKey },
  { title: 'Value', value: (row: ConfigRow) => row.configValue },
  { title: 'Category', value: (row: ConfigRow) => row.configCategory },
  { title: 'Remark', value: (row: ConfigRow) => row.remark },
] as const;

/** `/system/config`. (design 2.2) */
export function configRoutes(
  records: ConfigRecords,
  values: ConfigValues,
  edits: Edits,
  removals: Removals,
): Route[] {
  removals.restoreBy('setting', (restored) => records.restore(restored));
  return [
    ...listRoutes({
      contracts: settingContracts,
      exported: 'the configuration',
      file: 'config',
      columns,
      rows: records,
    }),
    defineRoute({ ...settingContracts.known, handler: () => [...KNOWN_SETTINGS] }),
    defineRoute({
      ...settingContracts.history,
      handler: (ctx) => records.history.list(ctx.query.configKey, ctx.page),
    }),
    defineRoute({
      ...settingContracts.get,
      async handler(ctx) {
        const value = await values.shown(ctx.params.configKey);
        if (value === undefined) throw notFound('configuration');
        return value;
      },
    }),
    defineRoute({
      ...settingContracts.systemGet,
      handler: (ctx) => records.get(ctx.params.configId),
    }),
    defineRoute({
      ...settingContracts.add,
      audit: 'Add a setting',
      handler: async (ctx) => ({ configId: await records.create(ctx.body) }),
    }),
    defineRoute({
      ...settingContracts.edit,
      audit: 'Change a setting',
      record: (ctx) => records.get(ctx.body.configId),
      handler: ({ body: { configId, updateTime, ...change } }) =>
        edits.run('sys_config', { id: configId, seen: updateTime, shown: () => records.get(configId) }, () =>
          records.edit(configId, change),
        ),
    }),
    removalRoute(removals, {
      kind: 'setting',
      contract: settingContracts.remove,
      audit: 'Remove settings',
      remove: (ids) => records.remove(ids),
    }),
  ];
}
