import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DATABASE } from '../../data/index.ts';
import { MESSAGING } from '../../messaging/index.ts';
import { INCIDENTS, PLUGIN_RUNTIME } from '../../plugin-runtime/index.ts';
import { startMonitoredHost, type MonitoredHost } from '../testing/monitored-host.ts';
import { metricOf } from './micrometer.ts';
import { RequestTimes } from './request-times.ts';
import { histogramOf, maximumOf } from './scraped.ts';

let host: MonitoredHost;
beforeAll(async () => {
  host = await startMonitoredHost();
  const admin = await host.admin();
  for (let call = 0; call < 3; call += 1) await admin('GET', '/system/user/list');
  for (const path of ['/wp-login.php', '/.env', '/nothing']) await host.anonymous('GET', path);
  await host.anonymous('GET', '/system/user/list');
});
afterAll(() => host.stop());

const lines = async (start: string): Promise<string[]> =>
  (await host.see('/actuator/prometheus')).text.split('\n').filter((line) => line.startsWith(start));

describe('spec: Endpoints/actuator, the others: /actuator/prometheus', () => {
  it('counts requests by route pattern and status; paths without a route are one', async () => {
    const { headers } = await host.see('/actuator/prometheus');
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const counts = await lines('http_server_requests_seconds_count');
    const list = 'application="",method="GET",uri="/system/user/list"';
    expect(counts).toEqual(
      expect.arrayContaining([
        `http_server_requests_seconds_count{${list},status="200",outcome="SUCCESS"} 3`,
        `http_server_requests_seconds_count{${list},status="401",outcome="CLIENT_ERROR"} 1`,
        'http_server_requests_seconds_count{application="",method="GET",uri="UNKNOWN",status="404",outcome="CLIENT_ERROR"} 3',
      ]),
    );
  });

  it('describes the process and the parts of the platform', async () => {
    for (const name of [
      'process_cpu_usage',
      'system_cpu_usage',
      'nodejs_heap_used_bytes',
      'nodejs_eventloop_lag_p99_seconds',
    ]) {
      expect(await lines(name), name).toHaveLength(1);
    }
    expect(await lines('platform_health{component="db"')).toEqual(['platform_health{component="db"} 1']);
    for (const part of await lines('platform_health{')) expect(part).toMatch(/ 1$/);
    expect(await lines('platform_queue_dead_letters{')).not.toEqual([]);
  });

  it('design 11.2: has what the host left out and contained, its disk, and whether it is ready', async () => {
    expect((await lines('platform_incidents_total{')).length).toBeGreaterThanOrEqual(3);
    expect(await lines('platform_incidents_total{kind="stray"}')).toEqual([
      'platform_incidents_total{kind="stray"} 0',
    ]);
    const incidents = host.services.use(INCIDENTS);
    incidents.record({ kind: 'stray', what: new Error('x') });
    expect(await lines('platform_incidents_total{kind="stray"}')).toEqual([
      'platform_incidents_total{kind="stray"} 1',
    ]);
    expect(await lines('platform_log_lines_left_out_total{')).toEqual([
      'platform_log_lines_left_out_total{application="",reason="disk"} 0',
    ]);
    expect(await lines('platform_ready')).toEqual(['platform_ready 1']);
    const [free] = await lines('disk_free_bytes{');
    expect(Number(free?.split(' ').at(-1))).toBeGreaterThan(0);
  });

  it('is the same for several readers at one moment', async () => {
    const once = async () => [
      ...(await lines('platform_health{')),
      ...(await lines('disk_total_bytes{')),
      ...(await lines('platform_ready')),
    ];
    const alone = await once();
    expect(alone.length).toBeGreaterThan(5);
    for (const together of await Promise.all([once(), once(), once(), once()]))
      expect(together).toEqual(alone);
  });

  it('has no value of what the host does not have, such as a certificate of its own', async () => {
    expect(await lines('platform_tls_certificate_remaining_seconds')).toEqual([]);
  });

  it('stays whole when a part fails', async () => {
    const failing = vi.spyOn(host.services.use(MESSAGING), 'counts').mockRejectedValue(new Error('away'));
    expect(await lines('platform_queue_messages{')).toEqual([]);
    expect(await lines('process_uptime_seconds ')).toHaveLength(1);
    failing.mockRestore();
    const ping = vi.spyOn(host.services.use(DATABASE), 'ping').mockRejectedValue(new Error('away'));
    expect(await lines('platform_health{component="db"')).toEqual(['platform_health{component="db"} 0']);
    expect(await lines('platform_ready')).toEqual(['platform_ready 0']);
    ping.mockRestore();
  });
});

describe('spec: Endpoints/actuator, the others: /actuator/metrics', () => {
  it('lists the names that Micrometer has', async () => {
    const { names } = (await host.see('/actuator/metrics')).json as { names: string[] };
    expect(names).toEqual([...new Set(names)].sort());
    for (const name of ['http.server.requests', 'process.cpu.usage', 'process.uptime', 'nodejs.heap.used']) {
      expect(names).toContain(name);
    }
  });

  it('sums the series that have the tags', async () => {
    const path = '/actuator/metrics/http.server.requests?tag=uri:/system/user/list';
    expect((await host.see(path)).json).toMatchObject({
      name: 'http.server.requests',
      baseUnit: 'seconds',
      measurements: [
        { statistic: 'COUNT', value: 4 },
        { statistic: 'TOTAL_TIME', value: expect.any(Number) as number },
        { statistic: 'MAX', value: expect.any(Number) as number },
      ],
      availableTags: expect.arrayContaining([{ tag: 'status', values: ['200', '401'] }]) as unknown[],
    });
    expect((await host.see(`${path}&tag=status:401`)).json).toMatchObject({
      measurements: [{ value: 1 }, {}, {}],
    });
    expect((await host.see('/actuator/metrics/process.uptime')).json).toMatchObject({
      baseUnit: 'seconds',
      measurements: [{ statistic: 'VALUE' }],
    });
  });

  it('writes a route pattern as Spring does', async () => {
    await host.see('/actuator/health/db');
    const path = '/actuator/metrics/http.server.requests?tag=uri:/actuator/health/{path}';
    expect((await host.see(path)).status).toBe(200);
  });

  it('lists the maximum of a timer as its measurement, and in a family of its own for Prometheus', async () => {
    const { names } = (await host.see('/actuator/metrics')).json as { names: string[] };
    expect(names.filter((name) => name.includes('seconds'))).toEqual([]);
    const maxima = await lines('http_server_requests_seconds_max{');
    const counts = await lines('http_server_requests_seconds_count{');
    expect(maxima).toHaveLength(counts.length);
    for (const line of maxima) expect(Number(line.split(' ').at(-1))).toBeGreaterThan(0);
  });

  it('refuses unknown names and tags', async () => {
    for (const path of [
      'nothing',
      'constructor',
      'process.uptime?tag=a:b',
      'http.server.requests?tag=status:600',
    ]) {
      expect(await host.see(`/actuator/metrics/${path}`)).toMatchObject({
        status: 404,
        json: { error: 'METRIC_UNKNOWN' },
      });
    }
    expect((await host.see('/actuator/metrics/process.uptime?tag=x')).status).toBe(400);
  });
});

it('a value that is no number, such as the mean of nothing, is zero', () => {
  const family = { name: 'x_mean_seconds', help: 'x', type: 'gauge', aggregator: 'sum' };
  const values = [NaN, Infinity, 2].map((value, at) => ({ labels: { at }, value }));
  expect(metricOf([{ ...family, values }], 'x.mean', [])?.measurements).toEqual([
    { statistic: 'VALUE', value: 2 },
  ]);
});

it('buckets are cumulative, and a bound belongs to its bucket', () => {
  const times = new RequestTimes();
  const request = { method: 'GET', route: '/x', status: 200, appCode: undefined };
  for (const durationMs of [1, 1.1, 40_000]) times.observe({ ...request, durationMs });
  const { values } = histogramOf(times);
  const bucket = (le: string) => values.find(({ labels }) => labels['le'] === le)?.value;
  expect([bucket('0.001'), bucket('0.005'), bucket('30'), bucket('+Inf')]).toEqual([1, 2, 2, 3]);
});

it('the maximum is that of a period and of the one before', () => {
  const times = new RequestTimes();
  const take = (durationMs: number): void =>
    times.observe({ method: 'GET', route: '/x/:id', status: 200, appCode: undefined, durationMs });
  const longest = (): number | undefined => maximumOf(times).values[0]?.value;
  const nextPeriod = (): void => times.list().forEach(({ durations }) => durations.beginPeriod());
  [3_000, 9_000, 1_000].forEach(take);
  expect(longest()).toBe(9);
  nextPeriod();
  take(2_000);
  expect(longest()).toBe(9);
  nextPeriod();
  expect(longest()).toBe(2);
  nextPeriod();
  expect(longest()).toBe(0);
  expect(maximumOf(times).values[0]?.labels['uri']).toBe('/x/{id}');
});

it('asks the runtime and the broker once for all families of a scrape', async () => {
  const describeAll = vi.spyOn(host.services.use(PLUGIN_RUNTIME), 'describe');
  const counts = vi.spyOn(host.services.use(MESSAGING), 'counts');
  await host.see('/actuator/prometheus');
  expect([describeAll.mock.calls.length, counts.mock.calls.length]).toEqual([2, 1]);
  await host.see('/actuator/prometheus');
  expect(counts.mock.calls.length).toBe(2);
  describeAll.mockRestore();
  counts.mockRestore();
});

it('has one monitor of the event loop, which a thread dump reads too', async () => {
  await host.see('/actuator/prometheus');
  const delayAfterBlock = async (): Promise<number> => {
    const until = performance.now() + 120;
    while (performance.now() < until);
    await new Promise((resolve) => setTimeout(resolve, 60));
    const { eventLoop } = (await host.see('/actuator/threaddump')).json as {
      eventLoop: { delayMs: { max: number } };
    };
    return eventLoop.delayMs.max;
  };
  await expect.poll(delayAfterBlock).toBeGreaterThan(80);
});
