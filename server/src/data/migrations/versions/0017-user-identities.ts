import type { Migration } from '../migration.ts';
import { TableBuilder } from '../table-builder.ts';

/** Accounts of OpenID providers. (design 11.7) */
export const userIdentities: Migration = {
  name: '0017-user-identities',
  up: async (context) => {
    await new TableBuilder(context, 'sys_user_identity')
      .id('identity_id')
      .reference('user_id')
      .text('provider', 32)
      .text('subject', 255)
      .times()
      .unique('provider', 'subject')
      .index('user_id')
      .create();
  },
};
