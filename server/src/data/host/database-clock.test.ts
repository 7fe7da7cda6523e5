import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger, systemClock, type Clock, type Logger } from '../../kernel/index.ts';
import type { SqlDatabase } from '../sql-database.ts';
import { describeHostDatabases } from '../testing/databases.ts';
import { openHostDatabase } from '../testing/open.ts';
import { DatabaseClock } from './database-clock.ts';

const ahead = (ms: number): Clock => ({ now: () => Date.now() + ms });

await describeHostDatabases('design 10.7-6: clocks of hosts', ({ config, name }) => {
  let database: SqlDatabase;
  beforeAll(async () => (database = await openHostDatabase(config)));
  afterAll(() => database.close());

  it('that differ by seconds agree once they are compared with the database', async () => {
    const [right, wrong] = [systemClock, ahead(-30_000)].map(
      (clock) => new DatabaseClock(database, clock, clock),
    );
    await Promise.all([right?.measure(), wrong?.measure()]);
    const apart = (right?.now() ?? 0) - (wrong?.now() ?? 0);
    // An embedded database has no clock of its own.
    if (name === 'sqlite') expect(apart).toBeGreaterThan(25_000);
    else expect(Math.abs(apart)).toBeLessThan(5_000);
  });

  describe.skipIf(name === 'sqlite')('at the start', () => {
    const start = async (ms: number) => {
      const warnings: unknown[] = [];
      const logger: Logger = { ...silentLogger, warn: (_text, fields) => void warnings.push(fields) };
      const clock = ahead(ms);
      await new DatabaseClock(database, clock, clock).assertClose(logger);
      return warnings;
    };

    it.each([
      [600_000, 'ahead of'],
      [-600_000, 'behind'],
    ])('a difference of %d ms is refused', async (ms, words) => {
      await expect(start(ms)).rejects.toMatchObject({
        code: 'CLOCK_SKEW',
        message: expect.stringMatching(new RegExp(`600 s ${words}|${words}`)) as string,
      });
    });

    it('a smaller one is reported, a usual one is not', async () => {
      expect(await start(30_000)).toHaveLength(1);
      expect(await start(0)).toEqual([]);
    });
  });
});
