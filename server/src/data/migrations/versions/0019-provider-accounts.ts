import { sql } from 'kysely';
import { addColumn } from '../add-column.ts';
import type { Migration } from '../migration.ts';

/** Name and last use of accounts at OpenID providers, last address of tokens for scripts. */
export const providerAccounts: Migration = {
  name: '0019-provider-accounts',
  up: async (context) => {
    await addColumn(context, 'sys_user_identity', 'subject_name', () => sql`varchar(200)`);
    await addColumn(context, 'sys_user_identity', 'last_used', (types) => types.timestamp);
    await addColumn(context, 'sys_token', 'last_ip', () => sql`varchar(60)`);
  },
};
