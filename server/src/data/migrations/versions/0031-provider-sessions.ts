import { sql } from 'kysely';
import { addColumn } from '../add-column.ts';
import type { Migration } from '../migration.ts';
import { TableBuilder } from '../table-builder.ts';

/** Which session at a login provider a session came from, and the logout tokens that were taken. */
export const providerSessions: Migration = {
  name: '0031-provider-sessions',
  up: async (context) => {
    await addColumn(context, 'sys_session', 'provider', () => sql`varchar(32)`);
    await addColumn(context, 'sys_session', 'provider_subject', () => sql`varchar(255)`);
    await addColumn(context, 'sys_session', 'provider_sid', () => sql`varchar(255)`);
    await new TableBuilder(context, 'sys_logout_token')
      .text('provider', 32)
      .text('token_id', 64)
      .timestamp('expires')
      .primaryKey('provider', 'token_id')
      .index('expires')
      .create();
  },
};
