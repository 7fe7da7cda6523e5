import { storageContracts, storageMoveContracts } from '@platform/host-api';
import { defineRoute, forPlatformTenant, ofPlatformTenant, type Route } from '../../kernel/index.ts';
import type { Edits } from '../shared/edits.ts';
import type { Removals } from '../undo/removals.ts';
import { removalRoute } from '../undo/routes.ts';
import type { StorageMoves } from './storage-moves.ts';
import type { StorageRecords } from './storage-records.ts';

/** `/system/ossConfig`; secrets go in and never out. (design 2.2) */
export function storageRoutes(storages: StorageRecords, edits: Edits, removals: Removals): Route[] {
  return [
    defineRoute({
      ...storageContracts.list,
      handler: (ctx) => forPlatformTenant(ctx, () => storages.list(ctx.query, ctx.page)),
    }),
    defineRoute({
      ...storageContracts.get,
      handler: (ctx) => forPlatformTenant(ctx, () => storages.get(ctx.params.ossConfigId)),
    }),
    defineRoute({
      ...storageContracts.add,
      audit: 'Add a storage',
      handler: (ctx) =>
        forPlatformTenant(ctx, async () => ({ ossConfigId: await storages.create(ctx.body) })),
    }),
    defineRoute({
      ...storageContracts.edit,
      audit: 'Change a storage',
      record: ({ body }) => storages.get(body.ossConfigId),
      handler: (ctx) =>
        forPlatformTenant(ctx, () => {
          const { ossConfigId, updateTime, ...change } = ctx.body;
          return edits.run(
            'sys_oss_config',
            { id: ossConfigId, seen: updateTime, shown: () => storages.get(ossConfigId) },
            () => storages.update(ossConfigId, change),
          );
        }),
    }),
    defineRoute({
      ...storageContracts.status,
      audit: 'Enable or disable a storage',
      record: ({ params }) => storages.get(params.ossConfigId),
      handler: (ctx) =>
        forPlatformTenant(ctx, () => storages.setStatus(ctx.params.ossConfigId, ctx.body.status)),
    }),
    defineRoute({
      ...storageContracts.check,
      handler: (ctx) => forPlatformTenant(ctx, () => storages.check(ctx.params.ossConfigId)),
    }),
    ...ofPlatformTenant([
      removalRoute(removals, {
        kind: 'storage',
        contract: storageContracts.remove,
        audit: 'Remove storages',
        remove: (ids) => storages.remove(ids),
      }),
    ]),
  ];
}

/** Files that go from one storage to another. (design 12.1-8) */
export function storageMoveRoutes(moves: StorageMoves): Route[] {
  return ofPlatformTenant([
    defineRoute({ ...storageMoveContracts.list, handler: () => moves.list() }),
    defineRoute({
      ...storageMoveContracts.start,
      audit: 'Move files to another storage',
      handler: async ({ params, body }) => ({ moveId: await moves.start(params.ossConfigId, body.to) }),
    }),
    defineRoute({
      ...storageMoveContracts.set,
      audit: 'End or resume a move of files',
      handler: ({ params, body }) => moves.set(params.moveId, body.action),
    }),
  ]);
}
