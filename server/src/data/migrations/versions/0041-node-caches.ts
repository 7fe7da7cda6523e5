import { sql } from 'kysely';
import { addColumn } from '../add-column.ts';
import type { Migration } from '../migration.ts';

/** The cache of each host, so that two hosts that do not share one are noticed. (design 10.2) */
export const nodeCaches: Migration = {
  name: '0041-node-caches',
  up: (context) => addColumn(context, 'sys_node', 'cache_id', () => sql`varchar(64)`),
};
