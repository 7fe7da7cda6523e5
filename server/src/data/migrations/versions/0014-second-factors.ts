import type { Migration } from '../migration.ts';
import { TableBuilder } from '../table-builder.ts';

/** Authenticators of users, and their recovery codes. (design 11.7) */
export const secondFactors: Migration = {
  name: '0014-second-factors',
  up: async (context) => {
    await new TableBuilder(context, 'sys_user_factor')
      .id('user_id')
      .text('secret', 255)
      .timestamp('confirmed_at', { nullable: true })
      .integer('last_step', { default: 0 })
      .times()
      .create();
    await new TableBuilder(context, 'sys_recovery_code')
      .reference('user_id')
      .text('code_hash', 64)
      .primaryKey('user_id', 'code_hash')
      .create();
  },
};
