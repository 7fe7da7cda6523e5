import type { Migration } from '../migration.ts';
import { TableBuilder } from '../table-builder.ts';

/** Removed records that can be put back. (design 12.1-3, 16-27) */
export const undo: Migration = {
  name: '0037-undo',
  up: (context) =>
    new TableBuilder(context, 'sys_undo')
      .id('undo_id')
      .tenant()
      .text('kind', 32)
      .text('permission', 128)
      .reference('record_id')
      .reference('user_id')
      .longText('rows_json')
      .timestamp('expires')
      .index('expires')
      .create(),
};
