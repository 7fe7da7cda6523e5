import type { Migration } from '../migration.ts';
import { TableBuilder } from '../table-builder.ts';

/** All that a search for people reads, so that it passes over no rows. (design 12.1-2) */
export const userNames: Migration = {
  name: '0038-user-names',
  up: (context) =>
    new TableBuilder(context, 'sys_user')
      .index('tenant_id', 'user_name', 'nick_name', 'user_id')
      .createIndexes(),
};
