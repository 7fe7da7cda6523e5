import type { Migration } from '../migration.ts';
import { TableBuilder } from '../table-builder.ts';

/** Backups, while which removed content stays, and what is left of an object. (design 11.8-12) */
export const backups: Migration = {
  name: '0030-backups',
  up: async (context) => {
    await new TableBuilder(context, 'sys_backup')
      .text('backup_id', 64)
      .reference('until_ms')
      .times()
      .primaryKey('backup_id')
      .create();
    await new TableBuilder(context, 'sys_oss_leftover').index('oss_id').createIndexes();
  },
};
