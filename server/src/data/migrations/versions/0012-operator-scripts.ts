import type { Migration } from '../migration.ts';
import { TableBuilder } from '../table-builder.ts';

/** SQL scripts of the operator that have run. */
export const operatorScripts: Migration = {
  name: '0012-operator-scripts',
  up: async (context) => {
    await new TableBuilder(context, 'sys_sql_script')
      .text('name', 255)
      .text('checksum', 64)
      .timestamp('executed_at')
      .primaryKey('name')
      .create();
  },
};
