import { addColumn } from '../add-column.ts';
import type { Migration } from '../migration.ts';
import { TableBuilder } from '../table-builder.ts';

/** Last proof of identity by session, and failed logins by account and network. */
export const logins: Migration = {
  name: '0009-logins',
  up: async (context) => {
    await addColumn(context, 'sys_session', 'proved_at', (types) => types.timestamp);
    await new TableBuilder(context, 'sys_login_failure')
      .text('account', 64)
      .text('network', 64)
      .integer('failures')
      .timestamp('last_attempt')
      .timestamp('open_at')
      .primaryKey('account', 'network')
      .index('last_attempt')
      .create();
  },
};
