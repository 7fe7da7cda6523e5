import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger, systemClock, type Clock, type Logger } from '../../kernel/index.ts';
import type { Database } from '../database.ts';
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

describe('the clock of a database server', () => {
  const at = 1_800_000_000_000;
  /** A clock of a machine that is so many milliseconds ahead of its server. */
  const measured = (aheadMs: number, dialect: 'mysql' | 'postgres' | 'sqlite' = 'mysql') => {
    const raw = async () => ({ rows: [{ ms: String(at) }] });
    const machine = { now: () => at + aheadMs };
    return new DatabaseClock({ dialect, raw } as unknown as Database, machine, machine);
  };
  const warningsOf = async (clock: DatabaseClock): Promise<unknown[]> => {
    const warnings: unknown[] = [];
    await clock.assertClose({ ...silentLogger, warn: (_text, fields) => void warnings.push(fields) });
    return warnings;
  };

  it.each(['mysql', 'postgres'] as const)('is what %s says', async (dialect) => {
    const clock = measured(-3_000, dialect);
    expect([clock.offsetMs, clock.now()]).toEqual([0, at - 3_000]);
    await clock.measure();
    expect([clock.offsetMs, clock.now()]).toEqual([-3_000, at]);
    expect(clock.timestamp).toBe(new Date(at).toISOString());
  });

  it('issue 19: tells that the clock of the machine was set, until it is measured again', async () => {
    let [set, elapsed] = [0, 5_000];
    const raw = async () => ({ rows: [{ ms: String(at) }] });
    const machine = { now: () => at + elapsed + set };
    const database = { dialect: 'mysql', raw } as unknown as Database;
    const clock = new DatabaseClock(database, machine, machine, () => elapsed);
    expect(clock.wasSet).toBe(false);
    await clock.measure();
    elapsed += 60_000;
    // Time servers correct it a little all the time.
    set = 900;
    expect(clock.wasSet).toBe(false);
    for (set of [600_000, -600_000]) {
      expect(clock.wasSet).toBe(true);
      await clock.measure();
      expect(clock.wasSet).toBe(false);
    }
  });

  it('is the own one of a host with an embedded database', async () => {
    const clock = measured(90_000, 'sqlite');
    expect(await warningsOf(clock)).toEqual([]);
    expect(clock.now()).toBe(at + 90_000);
  });

  it('may differ by a minute at a start, with a warning', async () => {
    expect(await warningsOf(measured(0))).toEqual([]);
    expect(await warningsOf(measured(60_000))).toMatchObject([{ offsetMs: 60_000 }]);
    await expect(warningsOf(measured(61_000))).rejects.toMatchObject({
      code: 'CLOCK_SKEW',
      message: 'The clock of this machine is 61 s ahead of that of its database.',
    });
    await expect(warningsOf(measured(-61_000))).rejects.toThrow(' 61 s behind that of its database.');
  });
});
