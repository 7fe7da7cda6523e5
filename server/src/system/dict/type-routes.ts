import { dictionaryContracts } from '@platform/host-api';
import { defineRoute, type Route } from '../../kernel/index.ts';
import type { Edits } from '../shared/edits.ts';
import { listRoutes } from '../shared/list-routes.ts';
import type { Removals } from '../undo/removals.ts';
import { removalRoute } from '../undo/routes.ts';
import type { DictTypeRow, DictTypes } from './dict-types.ts';

const columns = [
  { title: 'Name', value: (row: DictTypeRow) => row.dictName },
  { title: 'Type', value: (row: DictTypeRow) => row.dictType },
  { title: 'Enabled', value: (row: DictTypeRow) => row.status === 1 },
  { title: 'Remark', value: (row: DictTypeRow) => row.remark },
] as const;

/** `/system/dict/type`. (design 2.2) */
export function dictTypeRoutes(types: DictTypes, edits: Edits, removals: Removals): Route[] {
  return [
    ...listRoutes({
      contracts: dictionaryContracts,
      exported: 'dictionaries',
      file: 'dictionaries',
      columns,
      rows: types,
    }),
    defineRoute({
      ...dictionaryContracts.get,
      handler: (ctx) => types.get(ctx.params.dictId),
    }),
    defineRoute({
      ...dictionaryContracts.add,
      audit: 'Add a dictionary',
      handler: async (ctx) => ({ dictId: await types.create(ctx.body) }),
    }),
    defineRoute({
      ...dictionaryContracts.edit,
      audit: 'Change a dictionary',
      handler: ({ body: { dictId, updateTime, ...change } }) =>
        edits.run('sys_dict_type', { id: dictId, seen: updateTime, shown: () => types.get(dictId) }, () =>
          types.update(dictId, change),
        ),
    }),
    removalRoute(removals, {
      kind: 'dictionary',
      contract: dictionaryContracts.remove,
      audit: 'Remove dictionaries',
      remove: (ids) => types.remove(ids),
    }),
  ];
}
