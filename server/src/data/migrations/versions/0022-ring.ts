import type { Migration } from '../migration.ts';
import { TableBuilder } from '../table-builder.ts';

/** Recent figures of each host: ten seconds for an hour, a minute for a day. (design 16-28) */
export const ring: Migration = {
  name: '0022-ring',
  up: async (context) => {
    await new TableBuilder(context, 'sys_ring')
      .text('node_id', 64)
      .integer('step_s')
      .reference('at_ms')
      .longText('figures')
      .primaryKey('step_s', 'at_ms', 'node_id')
      .create();
  },
};
