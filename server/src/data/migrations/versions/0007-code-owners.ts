import type { Migration } from '../migration.ts';
import { TableBuilder } from '../table-builder.ts';

/** Keys that may publish an application code. */
export const codeOwners: Migration = {
  name: '0007-code-owners',
  up: async (context) => {
    await new TableBuilder(context, 'app_code_key')
      .text('app_code', 32)
      .text('key_id', 16)
      .text('confirmed_by', 64, { nullable: true })
      .times()
      .actors()
      .unique('app_code', 'key_id')
      .create();
  },
};
