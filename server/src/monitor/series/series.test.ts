import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MonitorSeries, SlowRequest } from '@platform/host-api';
import { DATABASE } from '../../data/index.ts';
import { startTestHost, type TestHost } from '../../system/testing/host.ts';
import { monitorModule } from '../index.ts';
import { RingStore } from '../ring/ring-store.ts';
import { Traffic } from '../ring/traffic.ts';
import { seriesOf } from './series.ts';

const MINUTE_MS = 60_000;

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost({ modules: [monitorModule], args: ['--management.metrics=false'] });
});
afterAll(() => host.stop());

const figures = (requests: number, durationMs: number, cpuPercent = 20) => {
  const all = new Traffic();
  for (let at = 0; at < requests; at += 1) all.add(at === 0 ? 502 : 200, durationMs);
  const load = {
    cpuPercent,
    memoryBytes: 1_000,
    heapBytes: 500,
    loopDelayMs: 4,
    gcMs: 100,
    poolActive: 1,
    poolPending: 0,
  };
  return { load, all, applications: new Map([['hello', all]]), slowest: [] };
};

async function asked(query = ''): Promise<MonitorSeries> {
  const admin = await host.admin();
  const { status, body } = await admin('GET', `/monitor/series${query}`);
  expect(status).toBe(200);
  return body.data as unknown as MonitorSeries;
}

describe('design 12.1-6: GET /monitor/series', () => {
  it('adds up hosts, merges percentiles, and compares with the hour before', async () => {
    const store = new RingStore(host.services.use(DATABASE));
    const newest = Math.floor(Date.now() / 10_000) * 10_000 - 60_000;
    await store.add('one', 10, newest, figures(90, 8));
    await store.add('two', 10, newest, figures(10, 450, 40));
    const hourBefore = Math.floor((Date.now() - 90 * MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
    await store.add('one', 60, hourBefore, figures(50, 8));
    const { host: all, total, before, applications, nodes, stepSeconds, from } = await asked('?points=360');
    expect(stepSeconds).toBe(10);
    const at = (newest - Date.parse(from)) / 10_000;
    expect(nodes).toEqual(['one', 'two']);
    expect([all.requests[at], all.errors[at], all.cpuPercent[at], all.memoryBytes[at]]).toEqual([
      100, 2, 30, 2_000,
    ]);
    expect([all.gcPercent[at], all.loopDelayMs[at], all.poolActive[at]]).toEqual([1, 4, 2]);
    expect(all.p95Ms[at]).toBeGreaterThan(300);
    expect(all.requests[at - 1]).toBeNull();
    expect(total).toMatchObject({ requests: 100, errors: 2, longestMs: 450, loopDelayMs: 4 });
    expect(before).toMatchObject({ requests: 50, errors: 1 });
    expect(applications).toMatchObject([
      { appCode: 'hello', total: { requests: 100 }, before: { requests: 50 } },
    ]);
    const alone = await asked('?nodeId=two');
    expect(alone.total.requests).toBe(10);
    expect(alone.host.requests).toHaveLength(60);
    expect((await asked('?appCode=mall')).applications).toEqual([]);
  });

  it('has nothing to compare with where the time before has no rows', () => {
    const grid = { fromMs: 0, toMs: 10_000, stepMs: 10_000 };
    expect(seriesOf({ grid, rows: [], rowSeconds: 10, before: [] }).before).toBeNull();
  });

  it('shows a day by minutes together', async () => {
    const { host: all, stepSeconds, total, before } = await asked('?range=day');
    expect([all.requests.length, stepSeconds]).toEqual([96, 900]);
    expect(total.requests).toBe(50);
    expect(before).toBeNull();
  });

  it('names the slowest requests of a time, of one application or host', async () => {
    const store = new RingStore(host.services.use(DATABASE));
    const now = Date.now();
    const slow = (durationMs: number, agoMs: number, application = 'hello') => ({
      ...{ atMs: now - agoMs, application, method: 'GET', uri: `/${application}/items`, status: 200 },
      ...{ durationMs, statements: 2, statementMs: 80, longest: 'ItemMapper.select', longestMs: 70 },
      requestId: `r${durationMs}`,
    });
    const add = (nodeId: string, step: 10 | 60, agoMs: number, ...slowest: Array<ReturnType<typeof slow>>) =>
      store.add(nodeId, step, now - agoMs, { ...figures(1, 8), slowest });
    await add('three', 10, 2 * MINUTE_MS, slow(300, 2 * MINUTE_MS), slow(700, 2 * MINUTE_MS, 'mall'));
    await add('four', 10, MINUTE_MS, slow(500, MINUTE_MS));
    await add('three', 60, 600 * MINUTE_MS, slow(900, 600 * MINUTE_MS - 5_000), slow(200, 600 * MINUTE_MS));
    const admin = await host.admin();
    const found = async (query = '') => {
      const { status, body } = await admin('GET', `/monitor/slow-requests${query}`);
      expect(status).toBe(200);
      return (body.data as unknown as SlowRequest[]).map(({ requestId }) => requestId);
    };
    expect(await found()).toEqual(['r700', 'r500', 'r300']);
    expect(await found('?appCode=hello&limit=1')).toEqual(['r500']);
    expect(await found('?nodeId=three')).toEqual(['r700', 'r300']);
    const at = (agoMs: number) => new Date(now - agoMs).toISOString();
    const tenHoursAgo = `?from=${at(610 * MINUTE_MS)}&to=${at(590 * MINUTE_MS)}`;
    expect(await found(tenHoursAgo)).toEqual(['r900', 'r200']);
    expect(await found(`?from=${at(600 * MINUTE_MS - 1_000)}&to=${at(590 * MINUTE_MS)}`)).toEqual(['r900']);
    const { body } = await admin('GET', `/monitor/slow-requests${tenHoursAgo}&limit=1`);
    expect(body.data).toEqual([
      {
        ...{ time: at(600 * MINUTE_MS - 5_000), nodeId: 'three', application: 'hello', method: 'GET' },
        ...{ uri: '/hello/items', status: 200, durationMs: 900, statements: 2, statementMs: 80 },
        ...{ longest: 'ItemMapper.select', longestMs: 70, requestId: 'r900' },
      },
    ]);
    expect((await admin('GET', '/monitor/slow-requests?from=yesterday')).status).toBe(400);
  });

  it('is for those who operate the platform', async () => {
    expect((await host.anonymous('GET', '/monitor/series')).status).toBe(401);
    const admin = await host.admin();
    expect((await admin('GET', '/monitor/series?points=1')).status).toBe(400);
  });
});
