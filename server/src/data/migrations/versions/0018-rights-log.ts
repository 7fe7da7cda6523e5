import type { Migration } from '../migration.ts';
import { TableBuilder } from '../table-builder.ts';

/** The record of changes of rights, which nobody empties. (design 11.7) */
export const rightsLog: Migration = {
  name: '0018-rights-log',
  up: async (context) => {
    await new TableBuilder(context, 'sys_rights_log')
      .id('entry_id')
      .tenant()
      .text('kind', 32)
      .text('subject', 255)
      .text('app_code', 32, { nullable: true })
      .longText('added_json')
      .longText('removed_json')
      .longText('before_json')
      .text('cause', 128, { nullable: true })
      .reference('user_id', { nullable: true })
      .text('user_name', 64, { nullable: true })
      .text('user_tenant', 20, { nullable: true })
      .text('ip', 64, { nullable: true })
      .text('request_id', 64, { nullable: true })
      .times()
      .index('tenant_id', 'create_time')
      .create();
  },
};
