import { sql } from 'kysely';
import { addColumn } from '../add-column.ts';
import type { Migration } from '../migration.ts';

/** Distinguishes a copied data directory from a host that was killed. (docs/decisions/0142) */
export const processOrigins: Migration = {
  name: '0036-process-origins',
  up: async (context) => {
    const text = () => sql`varchar(128) default ${sql.lit('')} not null`;
    await addColumn(context, 'sys_node', 'process_group', text);
    await addColumn(context, 'sys_node', 'process_scope', text);
  },
};
