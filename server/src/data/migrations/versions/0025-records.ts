import { sql } from 'kysely';
import { addColumn } from '../add-column.ts';
import type { Migration } from '../migration.ts';

/** Labels of dictionaries by language, and what a tenant may have. (design 12) */
export const records: Migration = {
  name: '0025-records',
  up: async (context) => {
    await addColumn(context, 'sys_dict_data', 'label_names', ({ longText }) => longText);
    await addColumn(context, 'sys_tenant', 'max_users', () => sql`integer`);
    await addColumn(context, 'sys_tenant', 'max_storage', () => sql`bigint`);
    await addColumn(context, 'sys_tenant', 'applications', ({ longText }) => longText);
    await addColumn(context, 'sys_tenant', 'excluded_menus', ({ longText }) => longText);
  },
};
