import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Room for the encrypted secret of a storage. SQLite does not limit the length of a text. */
export const sealedSecrets: Migration = {
  name: '0013-sealed-secrets',
  up: async ({ db, dialect }) => {
    const table = db.schema.alterTable('sys_oss_config');
    const type = sql`varchar(4000)`;
    if (dialect === 'mysql') await table.modifyColumn('secret_key', type).execute();
    if (dialect === 'postgres') {
      await table.alterColumn('secret_key', (column) => column.setDataType(type)).execute();
    }
  },
};
