import type { Migration } from '../migration.ts';
import { TableBuilder } from '../table-builder.ts';

/** Node numbers and the hosts that lease them. */
export const nodeNumbers: Migration = {
  name: '0010-node-numbers',
  up: async (context) => {
    await new TableBuilder(context, 'sys_node_number')
      .integer('node_number')
      .text('holder', 64)
      .text('host_id', 64)
      .reference('beat_ms')
      .reference('reached_ms')
      .boolean('ended', false)
      .primaryKey('node_number')
      .index('holder')
      .create();
  },
};
