import { sql } from 'kysely';
import type { Database } from '../../../data/index.ts';
import { requestContext } from '../../../kernel/index.ts';
import type { Family } from './family.ts';

/** Records of operations and of runs of jobs. */
export function recordFamilies({ query }: Pick<Database, 'query'>): Family[] {
  const counted = sql<number>`count(*)`.as('value');
  return [
    {
      name: 'platform_operations',
      help: 'Recorded operations on applications by kind and status',
      type: 'gauge',
      isShared: true,
      read: () =>
        requestContext.runIgnoringTenant(async () => {
          const grouped = query.selectFrom('app_task').select(['kind', 'status', counted]);
          const rows = await grouped.groupBy(['kind', 'status']).execute();
          return rows.map(({ value, ...labels }) => ({ labels, value: Number(value) }));
        }),
    },
    {
      name: 'platform_job_runs',
      help: 'Kept runs of the scheduler center by status',
      type: 'gauge',
      isShared: true,
      read: () =>
        requestContext.runIgnoringTenant(async () => {
          const grouped = query.selectFrom('sys_job_log').select(['status', counted]);
          const rows = await grouped.groupBy('status').execute();
          return rows.map(({ value, ...labels }) => ({ labels, value: Number(value) }));
        }),
    },
  ];
}
