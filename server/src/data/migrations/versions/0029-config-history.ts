import type { Migration } from '../migration.ts';
import { TableBuilder } from '../table-builder.ts';

/** History of settings, with authors. (design 12) */
export const configHistory: Migration = {
  name: '0029-config-history',
  up: async (context) => {
    await new TableBuilder(context, 'sys_config_history')
      .id('history_id')
      .tenant()
      .text('config_key', 191)
      .longText('before_value', { nullable: true })
      .longText('after_value', { nullable: true })
      .boolean('is_secret', false)
      .text('change_kind', 16)
      .reference('user_id', { nullable: true })
      .text('user_name', 64, { nullable: true })
      .times()
      .index('tenant_id', 'config_key', 'create_time')
      .create();
  },
};
