import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SqlDatabase } from './sql-database.ts';
import { describeDatabases } from './testing/databases.ts';
import { openTestDatabase } from './testing/open.ts';

await describeDatabases('design 11.2: connections of the pool', ({ config }) => {
  let database: SqlDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(config);
  });
  afterAll(() => database.close());

  it.skipIf(config.type === 'sqlite')('are counted: in use, idle, waited for', async () => {
    await database.ping();
    const idle = database.poolUsage();
    expect(idle).toMatchObject({ active: 0, pending: 0 });
    expect(idle?.idle).toBeGreaterThan(0);
    // A caller that an idle connection serves at once is not one that waits.
    const seen: unknown[] = [];
    const statement = database.ping();
    for (let turn = 0; turn < 10; turn += 1) {
      seen.push(database.poolUsage()?.pending);
      await Promise.resolve();
    }
    await statement;
    expect(new Set(seen)).toEqual(new Set([0]));
    const max = idle?.max ?? 0;
    const gate = Promise.withResolvers<void>();
    const transactions = Array.from({ length: max + 2 }, () => database.transaction(() => gate.promise));
    await expect.poll(() => database.poolUsage()).toEqual({ active: max, idle: 0, pending: 2, max });
    gate.resolve();
    await Promise.all(transactions);
    await expect.poll(() => database.poolUsage()?.active).toBe(0);
  });

  it.skipIf(config.type !== 'sqlite')('do not exist for an embedded database', () => {
    expect(database.poolUsage()).toBeUndefined();
  });
});
