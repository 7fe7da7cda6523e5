import type { Database } from '../data/index.ts';
import { requestContext } from '../kernel/index.ts';

/** Node numbers that hosts of the database hold, in order. A busy host leases several. */
export const leasedNumbers = (database: Database) =>
  requestContext.runIgnoringTenant(() =>
    database.query
      .selectFrom('sys_node_number')
      .select(['node_number', 'host_id', 'beat_ms'])
      .where('ended', '=', false)
      .orderBy('node_number')
      .execute(),
  );
