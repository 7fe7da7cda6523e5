import type { Migration } from '../migration.ts';
import { TableBuilder } from '../table-builder.ts';

/** Tokens for scripts. */
export const scriptTokens: Migration = {
  name: '0016-script-tokens',
  up: async (context) => {
    await new TableBuilder(context, 'sys_token')
      .id('token_id')
      .tenant()
      .reference('user_id')
      .text('name', 100)
      .text('token_hash', 80)
      .longText('scopes_json')
      .timestamp('expires')
      .timestamp('last_used', { nullable: true })
      .times()
      .unique('token_hash')
      .index('user_id')
      .create();
  },
};
