import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { requestContext, silentLogger } from '../../kernel/index.ts';
import type { SqlDatabase } from '../sql-database.ts';
import { describeHostDatabases } from '../testing/databases.ts';
import { openHostDatabase } from '../testing/open.ts';
import { LeasedIds } from './leased-ids.ts';
import { LEASE_MS, NodeNumbers, REST_MS } from './node-numbers.ts';
import { NODES } from './snowflake-ids.ts';

let ahead = 0;
const clock = { now: () => Date.now() + ahead };
const open: LeasedIds[] = [];
beforeEach(() => (ahead = 0));
afterEach(async () => {
  for (const ids of open.splice(0)) await ids.close();
});

async function host(database: SqlDatabase, hostId: string = randomUUID()): Promise<LeasedIds> {
  const numbers = new NodeNumbers({ database, clock, hostId, process: randomUUID() });
  const ids = await LeasedIds.open({ numbers, clock, logger: silentLogger });
  open.push(ids);
  return ids;
}

await describeHostDatabases('findings: security 5: node numbers of hosts', ({ config }) => {
  let database: SqlDatabase;
  let other: SqlDatabase;
  beforeAll(async () => {
    database = await openHostDatabase(config, clock);
    other = await openHostDatabase(config, clock);
  });
  beforeEach(() => database.raw('delete from sys_node_number'));
  afterAll(async () => {
    await database.close();
    await other.close();
  });

  it('of hosts that start at once are all different', async () => {
    const hosts = await Promise.all(Array.from({ length: 24 }, (_, n) => host(n % 2 ? database : other)));
    const numbers = hosts.flatMap((ids) => ids.numbers);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(hosts.every((ids) => ids.numbers.length >= 1)).toBe(true);
  });

  it('of a killed host are released by its own data directory at once, and reused only after a rest', async () => {
    const killed = await host(database, 'same');
    open.pop();
    const last = killed.next();
    const again = await host(database, 'same');
    expect(again.numbers.filter((number) => killed.numbers.includes(number))).toEqual([]);
    expect(again.next()).toBeGreaterThan(last);
    const { rows } = await database.raw<{ node_number: number; ended: boolean }>(
      'select node_number, ended from sys_node_number',
    );
    for (const row of rows) expect(row.ended).toBe(killed.numbers.includes(row.node_number));
  });

  it('stay ordered over a restart with an earlier clock', async () => {
    const first = await host(database, 'same');
    const before = [first.next(), first.next()];
    await first.close();
    ahead = -3_600_000;
    const second = await host(database, 'same');
    expect(second.next()).toBeGreaterThan(Math.max(...before));
  });

  it('are created at 50,000 per second, in a transaction of an application, without waiting', async () => {
    const ids = await host(database);
    let holds = 0;
    const made: number[] = [];
    // Processor time, since others use the machine too.
    const usedMs = (): number => process.cpuUsage().user / 1_000;
    const { aheadOf } = await database.transaction(() =>
      requestContext.runAs('000001', async () => {
        for (let round = 0; round < 50; round += 1) {
          const begun = usedMs();
          for (let n = 0; n < 1_000; n += 1) made.push(ids.next());
          holds = Math.max(holds, usedMs() - begun);
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
        return { aheadOf: made.length };
      }),
    );
    expect(new Set(made).size).toBe(aheadOf);
    expect(holds).toBeLessThan(200);
    await expect.poll(() => ids.numbers.length).toBeGreaterThan(2);
    const many = await database.transaction(async () => {
      await database.raw('delete from sys_config');
      return ids.take(100_000);
    });
    expect(new Set([...made, ...many]).size).toBe(150_000);
  });
});

describe('node numbers', () => {
  let database: SqlDatabase;
  beforeEach(async () => (database = await openHostDatabase({ type: 'sqlite', file: ':memory:' }, clock)));
  afterEach(() => database.close());
  const taken = async (count: number, agoMs: number, ended: boolean): Promise<void> => {
    const at = clock.now() - agoMs;
    const rows = Array.from({ length: count }, (_, n) => ({
      node_number: n,
      holder: `h${n}`,
      host_id: `h${n}`,
      beat_ms: at,
      reached_ms: at,
      ended,
    }));
    for (let start = 0; start < rows.length; start += 100)
      await database.query
        .insertInto('sys_node_number')
        .values(rows.slice(start, start + 100))
        .execute();
  };

  it('a host without one is refused', async () => {
    await taken(NODES, 1_000, false);
    await expect(host(database)).rejects.toMatchObject({ code: 'NODE_NUMBERS_USED_UP', status: 503 });
  });

  it('a free one is leased, but no spare one when they are scarce', async () => {
    await taken(NODES - 1, 1_000, false);
    expect((await host(database)).numbers).toEqual([NODES - 1]);
  });

  it('those of dead hosts are reused after a rest, the longest free first', async () => {
    await taken(NODES, LEASE_MS + REST_MS - 1_000, false);
    await expect(host(database)).rejects.toMatchObject({ code: 'NODE_NUMBERS_USED_UP' });
    ahead = 2_000;
    expect((await host(database)).numbers).toHaveLength(2);
  });

  it('those that are reused belong to one of several hosts that start at once', async () => {
    await taken(NODES, LEASE_MS + REST_MS + 1_000, false);
    const hosts = await Promise.all(Array.from({ length: 6 }, () => host(database)));
    const numbers = hosts.flatMap((ids) => ids.numbers);
    expect(new Set(numbers).size).toBe(numbers.length);
    const { rows } = await database.raw(
      'select count(distinct holder) as holders from sys_node_number where beat_ms > ?',
      [clock.now() - LEASE_MS],
    );
    expect(rows).toEqual([{ holders: hosts.length }]);
  });

  it('a burst leases more, and idle time releases them', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const ids = await host(database);
    const begun = performance.now();
    await ids.take(200_000);
    // A single number would last for 50 s.
    expect(performance.now() - begun).toBeLessThan(30_000);
    expect(ids.numbers.length).toBeGreaterThan(4);
    const afterBeat = (): number => (vi.advanceTimersByTime(10_000), ids.numbers.length);
    await expect.poll(afterBeat).toBe(2);
    await ids.close();
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it('one that was given to another host is dropped and replaced', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const ids = await host(database);
    const before = ids.numbers;
    await database.raw("update sys_node_number set holder = 'other'");
    vi.advanceTimersByTime(10_000);
    await expect.poll(() => ids.numbers.some((number) => before.includes(number))).toBe(false);
    expect(ids.next()).toBeGreaterThan(0);
    vi.useRealTimers();
  });

  it('are not used after the database was unreachable for longer than the lease', async () => {
    const ids = await host(database);
    const later = performance.now() + LEASE_MS + REST_MS;
    const now = vi.spyOn(performance, 'now').mockReturnValue(later);
    expect(() => ids.next()).toThrow(expect.objectContaining({ code: 'NODE_NUMBER_LOST', status: 503 }));
    await expect(ids.take(3)).rejects.toMatchObject({ code: 'NODE_NUMBER_LOST' });
    now.mockRestore();
    expect(ids.next()).toBeGreaterThan(0);
  });

  it('one rests from its latest identifier, which may be ahead of the clock', async () => {
    await taken(NODES, LEASE_MS + REST_MS + 1_000, true);
    await database.raw('update sys_node_number set reached_ms = ?', [clock.now() - REST_MS + 5_000]);
    await expect(host(database)).rejects.toMatchObject({ code: 'NODE_NUMBERS_USED_UP' });
    ahead = 6_000;
    expect((await host(database)).numbers).toHaveLength(2);
  });

  it('those of a burst stay for the beat after it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    let next = 0;
    const held: number[] = [];
    const ended: number[] = [];
    const numbers = {
      endFormer: async () => 0,
      lease: async (count: number) => {
        const leased = Array.from({ length: count }, () => (next += 1));
        held.push(...leased);
        return leased;
      },
      beat: async () => held,
      end: async (those: readonly number[]) => void ended.push(...those),
    } as unknown as NodeNumbers;
    const ids = await LeasedIds.open({ numbers, clock, logger: silentLogger });
    await ids.take(100_000);
    expect(ids.numbers.length).toBeGreaterThan(2);
    const beat = async (): Promise<number> => {
      vi.advanceTimersByTime(10_000);
      await new Promise((resolve) => setImmediate(resolve));
      return ids.numbers.length;
    };
    expect([await beat(), ended]).toEqual([held.length, []]);
    expect([await beat(), ended]).toEqual([2, held.slice(2)]);
    await ids.close();
    vi.useRealTimers();
  });
});
