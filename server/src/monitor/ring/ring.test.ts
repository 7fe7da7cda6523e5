import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SqlDatabase } from '../../data/index.ts';
import { describeHostDatabases } from '../../data/testing/databases.ts';
import { openHostDatabase } from '../../data/testing/open.ts';
import { silentLogger, type Logger } from '../../kernel/index.ts';
import { Histogram } from './histogram.ts';
import { Meter } from './meter.ts';
import { packRow, unpackRow, type Figures } from './ring-row.ts';
import { RingStore } from './ring-store.ts';
import { Ring } from './ring.ts';
import { Traffic } from './traffic.ts';

const HOUR_MS = 3_600_000;
const noPool = { poolUsage: () => undefined };

function traffic(requests: number, durationMs: number, errors = 0): Traffic {
  const made = new Traffic();
  for (let at = 0; at < requests; at += 1) made.add(at < errors ? 500 : 200, durationMs);
  return made;
}

const figures = (requests = 1): Figures => ({
  load: {
    cpuPercent: 10,
    memoryBytes: 200_000_000,
    heapBytes: 90_000_000,
    loopDelayMs: 3.14,
    gcMs: 5,
    poolActive: 2,
    poolPending: 1,
  },
  all: traffic(requests, 12),
  applications: new Map([['hello', traffic(requests, 12, 1)]]),
  slowest: [],
});

describe('design 16-28: durations in buckets', () => {
  it('have percentiles of all hosts together, near the true ones', () => {
    const [slow, quick] = [new Histogram(), new Histogram()];
    for (let at = 1; at <= 900; at += 1) quick.add(at / 100);
    for (let at = 1; at <= 100; at += 1) slow.add(400 + at);
    slow.merge(quick);
    expect(slow.percentile(0.5)).toBeCloseTo(5, 0);
    expect(slow.percentile(0.95)).toBeGreaterThan(300);
    expect(slow.percentile(0.95)).toBeLessThan(500);
    expect(Histogram.unpacked(slow.packed()).percentile(0.95)).toBe(slow.percentile(0.95));
  });

  it('hold a duration that is just a bound in the bucket below it', () => {
    const histogram = new Histogram();
    for (const durationMs of [1, 1.1, 10]) histogram.add(durationMs);
    expect(histogram.packed()).toEqual([0, 1, 1, 1, 5, 1]);
  });

  it('are none without requests, and have an end', () => {
    const histogram = new Histogram();
    expect(histogram.percentile(0.95)).toBeUndefined();
    histogram.add(60_000);
    expect(histogram.percentile(0.95)).toBe(10_000);
  });
});

describe('design 12.1-6: a row of the ring', () => {
  it('holds ten figures of the host, four of each application, and their buckets', () => {
    const row = figures(20);
    const back = unpackRow(packRow(row));
    expect(back?.load).toEqual({ ...row.load, loopDelayMs: 3.1 });
    expect(back?.all).toEqual(row.all);
    expect(back?.applications.get('hello')).toEqual(row.applications.get('hello'));
    expect(unpackRow('{"v":2}')).toBeUndefined();
  });

  it('is small, also with many busy applications', () => {
    const busy = traffic(0, 0);
    for (let at = 0; at < 5_000; at += 1) busy.add(at % 50 === 0 ? 500 : 200, (at % 400) * 1.37);
    const one = packRow({ ...figures(), all: busy, applications: new Map() });
    expect(one.length).toBeLessThan(300);
    const applications = (count: number) =>
      new Map(Array.from({ length: count }, (_, at) => [`application-${at}`, busy] as const));
    expect(packRow({ ...figures(), all: busy, applications: applications(10) }).length).toBeLessThan(2_500);
    const most = packRow({ ...figures(), all: busy, applications: applications(1_000) });
    expect(most.length).toBeLessThan(50_000);
  });
});

describe('design 16-28: the meter', () => {
  it('counts applications with traffic only, starts anew with each look, and leaves streams out', () => {
    const meter = new Meter(noPool);
    const request = {
      ...{ route: '/hello/items', status: 200, durationMs: 8, appCode: 'hello' },
      ...{ method: 'GET', context: { requestId: 'r' } },
    };
    meter.observe(request);
    meter.observe({ ...request, status: 503 });
    meter.observe({ ...request, appCode: undefined, route: '/system/user/list' });
    meter.observe({ ...request, appCode: 'probing', route: undefined, status: 404 });
    meter.observe({ ...request, appCode: undefined, route: '/app/runtime/events', durationMs: 90_000 });
    const { all, applications, load } = meter.take();
    expect([all.requests, all.errors, all.longestMs]).toEqual([4, 1, 8]);
    expect([...applications].map(([code, { requests, errors }]) => [code, requests, errors])).toEqual([
      ['hello', 2, 1],
    ]);
    expect(load.memoryBytes).toBeGreaterThan(1_000_000);
    expect(load).toMatchObject({ poolActive: 0, poolPending: 0 });
    expect(meter.take().applications.size).toBe(0);
    meter.close();
  });

  it('keeps the three slowest requests of each application, with their statements', () => {
    const meter = new Meter(noPool);
    const statements = { count: 9, ms: 380, longest: 'ItemMapper.select', longestMs: 350 };
    const request = (durationMs: number, more: object = {}) => ({
      ...{ route: '/hello/items', status: 200, durationMs, appCode: 'hello' },
      ...{ method: 'GET', context: { requestId: `r${durationMs}`, statements }, ...more },
    });
    for (const durationMs of [400, 99, 250, 900, 100]) meter.observe(request(durationMs));
    meter.observe(request(150, { appCode: undefined, context: { requestId: 'own' } }));
    meter.observe(request(5_000, { route: undefined, status: 404 }));
    const { slowest } = meter.take();
    expect(slowest.map(({ application, durationMs }) => [application, durationMs])).toEqual([
      ['hello', 900],
      ['hello', 400],
      ['hello', 250],
      ['', 150],
    ]);
    expect(slowest[1]).toEqual({
      ...{ atMs: expect.any(Number) as number, application: 'hello', method: 'GET', uri: '/hello/items' },
      ...{ status: 200, durationMs: 400, statements: 9, statementMs: 380, requestId: 'r400' },
      ...{ longest: 'ItemMapper.select', longestMs: 350 },
    });
    expect(slowest[3]).toMatchObject({ statements: 0, statementMs: 0, longest: '' });
    expect(unpackRow(packRow({ ...figures(), slowest }))?.slowest).toEqual(slowest);
    expect(meter.take().slowest).toEqual([]);
    meter.close();
  });
});

await describeHostDatabases('design 12.1-6, 16-28: the ring', ({ config }) => {
  let database: SqlDatabase;
  let store: RingStore;
  let now = Date.parse('2026-11-23T10:00:00.000Z');
  beforeAll(async () => {
    database = await openHostDatabase(config);
    store = new RingStore(database);
  });
  afterAll(() => database.close());

  const ringOf = (
    nodeId: string,
    logger: Logger = silentLogger,
    into: Pick<RingStore, 'add' | 'prune'> = store,
  ) => new Ring({ store: into, nodeId, logger, clock: { now: () => now }, take: () => figures() });
  async function run(ring: Ring, ticks: number): Promise<void> {
    for (let tick = 0; tick < ticks; tick += 1) {
      now += 10_000;
      await ring.tick();
    }
  }
  const count = async (step: 10 | 60): Promise<number> => (await store.since(step, 0)).length;

  it('has a row of each host for ten seconds and for a minute, an hour and a day long', async () => {
    const [one, two] = [ringOf('one'), ringOf('two')];
    for (let tick = 0; tick < 7; tick += 1) {
      now += 10_000;
      await one.tick();
      await two.tick();
      // A second timer within one step adds nothing.
      await two.tick();
    }
    expect([await count(10), await count(60)]).toEqual([14, 2]);
    const minutes = await store.since(60, 0);
    expect(minutes.map(({ figures: { all } }) => all.requests)).toEqual([6, 6]);
    const [minute] = minutes;
    expect(minute).toMatchObject({ atMs: Date.parse('2026-11-23T10:00:00.000Z') });
    expect(minute?.figures.all.requests).toBe(6);
    expect(minute?.figures.load).toMatchObject({ cpuPercent: 10, memoryBytes: 200_000_000, gcMs: 30 });
    now += HOUR_MS;
    await run(one, 6);
    expect((await store.since(10, 0)).every(({ atMs }) => atMs > now - HOUR_MS - 60_000)).toBe(true);
    now += 24 * HOUR_MS;
    await run(one, 6);
    expect((await store.since(60, 0)).map(({ nodeId }) => nodeId)).toEqual(['one']);
  });

  it('keeps the slowest requests of a minute together', async () => {
    const request = (durationMs: number) => ({
      ...{ atMs: now, application: 'hello', method: 'GET', uri: '/x', status: 200, durationMs },
      ...{ statements: 0, statementMs: 0, longest: '', longestMs: 0, requestId: 'r' },
    });
    const durations = [[300, 200], [], [900], [], [100, 400], []];
    const ring = new Ring({
      ...{ store, nodeId: 'slow', logger: silentLogger, clock: { now: () => now } },
      take: () => ({ ...figures(), slowest: (durations.shift() ?? []).map(request) }),
    });
    now = Math.ceil(now / 60_000) * 60_000;
    await run(ring, 6);
    const minute = await store.slow(60, now - 60_000, now);
    expect(minute.map(({ nodeId, durationMs }) => [nodeId, durationMs])).toEqual([
      ['slow', 900],
      ['slow', 400],
      ['slow', 300],
    ]);
    expect(await store.slow(10, now - 60_000, now)).toHaveLength(5);
    expect(await store.slow(10, now - 60_000, now - 25_000)).toHaveLength(3);
  });

  it('keeps a minute whose last tick was missed', async () => {
    const before = await count(60);
    const late = ringOf('late');
    await run(late, 2);
    now += 60_000;
    await run(late, 1);
    expect(await count(60)).toBe(before + 1);
  });

  it('is written to its end before the host closes its database', async () => {
    vi.useFakeTimers();
    try {
      const written = Promise.withResolvers<void>();
      const add = vi.fn(() => written.promise);
      const ring = ringOf('stopping', silentLogger, { add, prune: async () => undefined });
      now += 600_000;
      ring.start();
      await vi.advanceTimersByTimeAsync(11_000);
      expect(add).toHaveBeenCalledTimes(1);
      let isClosed = false;
      const closing = ring.close().then(() => (isClosed = true));
      await vi.advanceTimersByTimeAsync(1);
      expect(isClosed).toBe(false);
      written.resolve();
      await closing;
    } finally {
      vi.useRealTimers();
    }
  });

  it('says once that it cannot be kept', async () => {
    const warnings: string[] = [];
    const logger = { ...silentLogger, warn: (text: string) => void warnings.push(text) };
    const failing = { add: () => Promise.reject(new Error('away')), prune: () => Promise.resolve() };
    const ring = ringOf('cut-off', logger, failing);
    await run(ring, 3);
    expect(warnings).toEqual(['The figures of this host could not be kept']);
    await ring.close();
  });
});
