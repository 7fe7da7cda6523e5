import { sql } from 'kysely';
import { addColumn } from '../add-column.ts';
import type { Migration } from '../migration.ts';

/** Which tenant a session of the platform's administrator looks into. (design 12.1-4) */
export const actingTenants: Migration = {
  name: '0032-acting-tenants',
  up: async (context) => {
    await addColumn(context, 'sys_session', 'acting_tenant', () => sql`varchar(20)`);
    await addColumn(context, 'sys_session', 'acting_writes', (types) => types.boolean);
    await addColumn(context, 'sys_oper_log', 'acting_tenant', () => sql`varchar(20)`);
  },
};
