import { sql } from 'kysely';
import { addColumn } from '../add-column.ts';
import type { Migration } from '../migration.ts';

/** Readers of stored objects. Existing objects keep their public addresses. (design 9.8-57) */
export const privateFiles: Migration = {
  name: '0011-private-files',
  up: async (context) => {
    await addColumn(
      context,
      'sys_oss',
      'visibility',
      () => sql`varchar(10) default ${sql.lit('public')} not null`,
    );
    await addColumn(context, 'sys_oss', 'app_code', () => sql`varchar(32)`);
    await addColumn(context, 'sys_oss', 'permission', () => sql`varchar(100)`);
    await addColumn(context, 'sys_oss_config', 'private_bucket', () => sql`varchar(128)`);
    await addColumn(context, 'sys_oss_config', 'public_endpoint', () => sql`varchar(255)`);
  },
};
