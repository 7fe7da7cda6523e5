import type { Migration } from '../migration.ts';
import { TableBuilder } from '../table-builder.ts';

/** Earlier passwords of users. (design 11.7) */
export const passwordHistory: Migration = {
  name: '0015-password-history',
  up: async (context) => {
    await new TableBuilder(context, 'sys_password_history')
      .id('history_id')
      .reference('user_id')
      .text('password_hash', 255)
      .index('user_id')
      .create();
  },
};
