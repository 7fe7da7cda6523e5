import type { Migration } from '../migration.ts';
import { TableBuilder } from '../table-builder.ts';

/** Files on their way between storages, and the copies that they leave. (design 12.1-8) */
export const storageMoves: Migration = {
  name: '0028-storage-moves',
  up: async (context) => {
    await new TableBuilder(context, 'sys_oss_move')
      .id('move_id')
      .text('from_storage', 64)
      .text('to_storage', 64)
      .text('state', 16)
      .integer('total')
      .integer('moved', { default: 0 })
      .integer('failed', { default: 0 })
      .text('error', 2000, { nullable: true })
      .text('owner', 64, { nullable: true })
      .times()
      .actors()
      .create();
    await new TableBuilder(context, 'sys_oss_leftover')
      .id('leftover_id')
      .reference('oss_id')
      .text('storage', 64)
      .text('object_key', 500)
      .text('visibility', 10)
      .timestamp('remove_at')
      .index('remove_at')
      .create();
  },
};
