import { sql } from 'kysely';
import { addColumn } from '../add-column.ts';
import type { Migration } from '../migration.ts';
import { requireSchema } from '../schema-min.ts';

const name = '0023-host-versions';

/** Lets hosts of different versions run on one database. (design 10.4, 10.7-17) */
export const hostVersions: Migration = {
  name,
  up: async (context) => {
    // Hosts of former versions start on no schema that they do not know.
    await requireSchema(context, name);
    await addColumn(context, 'app_desired', 'format', () => sql`integer default 1 not null`);
  },
};
