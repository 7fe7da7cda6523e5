import { dictionaryEntryContracts } from '@platform/host-api';
import { defineRoute, type Route } from '../../kernel/index.ts';
import type { Edits } from '../shared/edits.ts';
import { listRoutes } from '../shared/list-routes.ts';
import type { Removals } from '../undo/removals.ts';
import { removalRoute } from '../undo/routes.ts';
import type { DictData, DictDataRow } from './dict-data.ts';
import type { DictImport } from './dict-import.ts';
import type { TableDictService } from './dict-service.ts';

const columns = [
  { title: 'Dictionary', value: (row: DictDataRow) => row.dictType },
  { title: 'Label', value: (row: DictDataRow) => row.dictLabel },
  { title: 'Value', value: (row: DictDataRow) => row.dictValue },
  { title: 'Order', value: (row: DictDataRow) => row.dictSort },
  { title: 'Enabled', value: (row: DictDataRow) => row.status === 1 },
] as const;

/** `/system/dict/data`. (design 2.2) */
export function dictDataRoutes(
  data: DictData,
  imports: DictImport,
  service: TableDictService,
  edits: Edits,
  removals: Removals,
): Route[] {
  return [
    defineRoute({
      ...dictionaryEntryContracts.get,
      handler: (ctx) => service.list(ctx.params.dictType),
    }),
    ...listRoutes({
      contracts: dictionaryEntryContracts,
      exported: 'dictionary entries',
      file: 'entries',
      columns,
      rows: data,
    }),
    defineRoute({
      ...dictionaryEntryContracts.dictGet,
      handler: (ctx) => data.get(ctx.params.dictCode),
    }),
    defineRoute({
      ...dictionaryEntryContracts.add,
      audit: 'Add a dictionary entry',
      handler: async (ctx) => ({ dictCode: await data.create(ctx.body) }),
    }),
    defineRoute({
      ...dictionaryEntryContracts.import,
      audit: 'Import dictionary entries',
      handler: ({ body: { dictType, csv, apply = false } }) =>
        apply ? imports.apply(dictType, csv) : imports.check(dictType, csv),
    }),
    defineRoute({
      ...dictionaryEntryContracts.edit,
      audit: 'Change a dictionary entry',
      handler: ({ body: { dictCode, updateTime, ...change } }) =>
        edits.run('sys_dict_data', { id: dictCode, seen: updateTime, shown: () => data.get(dictCode) }, () =>
          data.update(dictCode, change),
        ),
    }),
    defineRoute({
      ...dictionaryEntryContracts.move,
      audit: 'Move a dictionary entry',
      handler: ({ params, body }) => data.move(params.dictCode, body.by),
    }),
    removalRoute(removals, {
      kind: 'entry',
      contract: dictionaryEntryContracts.remove,
      audit: 'Remove dictionary entries',
      remove: (ids) => data.remove(ids),
    }),
  ];
}
