import type { Migration } from '../migration.ts';
import { TableBuilder } from '../table-builder.ts';

/** Contents of packages, and access tokens of the catalog. */
export const catalog: Migration = {
  name: '0005-catalog',
  up: async (context) => {
    await new TableBuilder(context, 'app_version_content').id('version_id').longText('content_json').create();
    await new TableBuilder(context, 'app_catalog_token')
      .id('token_id')
      .text('name', 128)
      .text('token_prefix', 20)
      .text('token_hash', 64)
      .timestamp('expire_time', { nullable: true })
      .timestamp('last_used_time', { nullable: true })
      .text('last_used_ip', 64, { nullable: true })
      .timestamp('revoked_time', { nullable: true })
      .text('issued_by', 64, { nullable: true })
      .times()
      .actors()
      .unique('token_hash')
      .create();
  },
};
