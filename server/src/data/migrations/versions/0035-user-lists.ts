import type { Migration } from '../migration.ts';
import { TableBuilder } from '../table-builder.ts';

/** The orders and the filter of a list of very many users. (design 12.1-2) */
export const userLists: Migration = {
  name: '0035-user-lists',
  up: (context) =>
    new TableBuilder(context, 'sys_user')
      .index('tenant_id', 'user_id')
      .index('tenant_id', 'create_time', 'user_id')
      .index('tenant_id', 'dept_id', 'user_id')
      .createIndexes(),
};
