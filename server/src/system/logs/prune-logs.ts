import type { Database } from '../../data/index.ts';
import { requestContext, type Clock } from '../../kernel/index.ts';

const DAY_MS = 86_400_000;
/** Rows that are removed at a time, so that SQLite never blocks the host for long. */
const BATCH = 1_000;

type Log = 'sys_oper_log' | 'sys_login_log';
const LOGS: readonly Log[] = ['sys_oper_log', 'sys_login_log'];
const KEYS = { sys_oper_log: 'oper_id', sys_login_log: 'login_id' } as const;

/**
 * Removes entries of the operation log and the login log of all tenants that are older than some
 * days. (design 12)
 *
 * @returns how many were removed
 */
export function pruneLogs(database: Database, clock: Clock, keepDays: number): Promise<number> {
  const before = new Date(clock.now() - keepDays * DAY_MS).toISOString();
  return requestContext.runIgnoringTenant(async () => {
    let removed = 0;
    const tenants = await database.query.selectFrom('sys_tenant').select('tenant_code').execute();
    // By tenant, since the index of the logs begins with it.
    for (const { tenant_code } of tenants) {
      for (const log of LOGS) removed += await inBatches(() => prune(database, log, tenant_code, before));
    }
    return removed;
  });
}

async function inBatches(remove: () => Promise<number>): Promise<number> {
  let removed = 0;
  for (;;) {
    const some = await remove();
    removed += some;
    if (some < BATCH) return removed;
  }
}

async function prune({ query }: Database, log: Log, tenantId: string, before: string): Promise<number> {
  const key = KEYS[log];
  const rows = await query
    .selectFrom(log)
    .select(`${key} as id`)
    .where('tenant_id', '=', tenantId)
    .where('create_time', '<', before)
    .orderBy('create_time')
    .limit(BATCH)
    .execute();
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await query.deleteFrom(log).where(key, 'in', ids).execute();
  return rows.length;
}
