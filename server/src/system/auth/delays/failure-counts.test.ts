import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SqlDatabase } from '../../../data/index.ts';
import { describeHostDatabases } from '../../../data/testing/databases.ts';
import { openHostDatabase } from '../../../data/testing/open.ts';
import { FailureCounts } from './failure-counts.ts';

const DAY_MS = 86_400_000;
const key = { account: 'a', network: '' };

await describeHostDatabases('counts of failed logins', ({ config }) => {
  let database: SqlDatabase;
  beforeAll(async () => (database = await openHostDatabase(config)));
  afterAll(() => database.close());

  it('count each of several attempts at the same time, and forget them after a day', async () => {
    let now = Date.UTC(2026, 0, 1);
    const counts = new FailureCounts(database, { now: () => now });
    const attempts = Array.from({ length: 8 }, () => counts.count(key, () => 0));
    const failures = (await Promise.all(attempts)).map((count) => 'failures' in count && count.failures);
    expect(failures.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    now += DAY_MS - 1;
    await counts.removeOld();
    expect(await counts.count(key, () => 0)).toEqual({ failures: 9 });
    now += DAY_MS + 1;
    await counts.removeOld();
    const { total } = await database.query
      .selectFrom('sys_login_failure')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    expect(Number(total)).toBe(0);
  });
});
