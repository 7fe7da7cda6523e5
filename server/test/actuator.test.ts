import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishPackage } from '@platform/cli';
import { parser } from '@prometheus-io/lezer-promql';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { collectGarbage } from '../src/startup/collect-garbage.ts';
import { TestCenter } from '../src/actuator/testing/test-center.ts';
import { PackageWorkshop, publicKeys } from '../src/market/testing/test-packages.ts';
import { dashboards } from './support/dashboards.ts';
import { TestPlatform } from './support/platform.ts';
import { seriesOf, type Series } from './support/scrape.ts';

const PASSWORD = 'granite-otter-42';
const directory = mkdtempSync(join(tmpdir(), 'actuator-'));
let workshop: PackageWorkshop;
let platform: TestPlatform;
let scrape: string;
let scraped: readonly Series[];

/** Reads an answer to its end, since an unread one holds up the stop of a host. */
async function read(url: string, headers: Record<string, string>): Promise<Response> {
  const response = await fetch(url, { headers });
  return new Response(await response.arrayBuffer(), response);
}

function see(path: string): Promise<Response> {
  const authorization = `Basic ${Buffer.from(`monitor:${PASSWORD}`).toString('base64')}`;
  return read(`${platform.apiUrl}/actuator${path}`, { authorization });
}

/** Leaves a rejection alone, and holds the event loop. */
const troublesome = {
  'controller/trouble.controller.ts': `
    import { Controller, Get } from '@platform/plugin-sdk/web';
    @Controller('/demo')
    export class TroubleController {
      @Get('/left') left() { void Promise.reject(new Error('left alone')); return 'left'; }
      @Get('/block') block() { const until = Date.now() + 1500; while (Date.now() < until); return 'blocked'; }
    }`,
};

beforeAll(async () => {
  writeFileSync(join(directory, 'public.pem'), publicKeys[0] ?? '');
  workshop = await PackageWorkshop.open();
  platform = await TestPlatform.start(
    [`--management.password=${PASSWORD}`],
    join(directory, 'data'),
    join(directory, 'public.pem'),
  );
  await publishPackage(platform.api, await workshop.build({ frontend: null }));
  await platform.api.post('/app/install', { appCode: 'demo' });
  await platform.get(`${platform.apiUrl}/demo/greet`, platform.token);
  // Garbage is collected and counted after the first look.
  await vi.waitFor(async () => {
    collectGarbage();
    scrape = await (await see('/prometheus')).text();
    expect(scrape).toContain('nodejs_gc_duration_seconds_sum');
  });
  scraped = seriesOf(scrape);
});
afterAll(async () => {
  await platform.stop();
  await workshop.close();
  rmSync(directory, { recursive: true, force: true });
});

describe('spec: Endpoints/actuator, the others: an application', () => {
  const contextOf = async (path: string): Promise<Record<string, unknown>> => {
    const { contexts } = (await (await see(path)).json()) as { contexts: Record<string, never> };
    return contexts['demo'] ?? expect.fail('no context');
  };

  it('has a context of its own with beans and routes', async () => {
    const { beans, parentId } = await contextOf('/beans');
    expect(parentId).toBe('platform');
    expect(Object.keys(beans as object)).not.toEqual([]);
    expect(JSON.stringify(await contextOf('/mappings'))).toContain('{GET [/demo/greet]}');
    expect(await contextOf('/conditions')).toMatchObject({ negativeMatches: {} });
  });

  it('shows in health, info and the list of applications', async () => {
    expect(await (await see('/health/applications')).json()).toMatchObject({
      status: 'UP',
      details: { demo: { state: 'loaded', version: '1.0.0' } },
    });
    expect(await (await see('/info')).json()).toMatchObject({ applications: { demo: '1.0.0' } });
    expect(await (await see('/plugins')).json()).toMatchObject({
      applications: [{ appCode: 'demo', state: 'loaded' }],
    });
    expect(await (await see('/scheduledtasks')).json()).toMatchObject({ fixedDelay: [] });
  });

  it('is in the labels of metrics', () => {
    const count = scraped.find(
      ({ name, labels }) => name === 'http_server_requests_seconds_count' && labels['uri'] === '/demo/greet',
    );
    expect(count).toMatchObject({ value: 1, labels: { application: 'demo', status: '200' } });
    expect(scraped).toContainEqual({
      name: 'platform_application_info',
      labels: { application: 'demo', state: 'loaded', version: '1.0.0' },
      value: 1,
    });
  });
});

it('design 11.2: loads, swaps and drains are counted', async () => {
  const series = (name: string, labels: Record<string, string>): number =>
    scraped.find(
      (each) =>
        each.name === name && Object.entries(labels).every(([key, value]) => each.labels[key] === value),
    )?.value ?? expect.fail(name);
  expect(series('platform_runtime_loads_total', { kind: 'load', outcome: 'succeeded' })).toBe(1);
  expect(series('platform_runtime_load_seconds_total', { kind: 'load' })).toBeGreaterThan(0);
  const installed = { kind: 'install', outcome: 'succeeded' };
  expect(series('platform_operation_seconds_count', installed)).toBe(1);
  expect(series('platform_operation_seconds_bucket', { ...installed, le: '300' })).toBe(1);
  await publishPackage(
    platform.api,
    await workshop.build({ frontend: null, version: '1.0.1', backend: troublesome }),
  );
  const [install] = await platform.api.get<ReadonlyArray<{ installId: number }>>('/app/install/list');
  await platform.api.post(`/app/install/${install?.installId}/upgrade`, {});
  await vi.waitFor(async () => {
    const text = await (await see('/prometheus')).text();
    expect(text).toContain('platform_runtime_loads_total{kind="swap",outcome="succeeded"} 1');
    expect(text).toContain('platform_runtime_drains_total 1');
  });
});

it('design 16-33: incidents are what the host has contained', async () => {
  for (const path of ['left', 'block']) await platform.get(`${platform.apiUrl}/demo/${path}`, platform.token);
  await vi.waitFor(async () => {
    const { incidents } = (await (await see('/incidents')).json()) as { incidents: unknown[] };
    const culprit = { applications: ['demo'], certain: true };
    expect(incidents).toContainEqual(
      expect.objectContaining({ ...culprit, kind: 'uncaught', message: 'left alone' }),
    );
    expect(incidents).toContainEqual(
      expect.objectContaining({
        ...culprit,
        kind: 'hold',
        host: expect.any(String) as string,
        version: expect.any(String) as string,
        function: expect.stringContaining('block') as string,
        durationMs: expect.any(Number) as number,
      }),
    );
  });
});

it('spec: Endpoints/actuator, the others: every link that needs no name leads to an answer', async () => {
  const { _links: links } = (await (await see('')).json()) as {
    _links: Record<string, { href: string; templated: boolean }>;
  };
  const plain = Object.entries(links).filter(
    ([name, { templated }]) => !templated && !['heapdump', 'cpuprofile', 'logfile'].includes(name),
  );
  expect(plain.length).toBeGreaterThan(12);
  for (const [name, { href }] of plain) {
    expect([name, (await see(new URL(href).pathname.slice('/actuator'.length))).status]).toEqual([name, 200]);
  }
});

it('design 11.3: a monitoring center reads every endpoint with what the host told it', async () => {
  const center = new TestCenter();
  await center.listen();
  const own = await TestPlatform.start(
    [`--management.password=${PASSWORD}`, `--monitor.address=${center.address}`],
    join(directory, 'monitored'),
    join(directory, 'public.pem'),
  );
  await vi.waitFor(() => expect(center.told).not.toEqual([]));
  const [told] = center.told as ReadonlyArray<{ body: { metadata: Record<string, string> } }>;
  const metadata = told?.body.metadata ?? {};
  const pair = `${metadata['user.name']}:${metadata['user.password']}`;
  const headers = { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
  for (const path of ['', '/health', '/info', '/env', '/loggers', '/metrics', '/threaddump']) {
    expect([path, (await read(`${own.apiUrl}/actuator${path}`, headers)).status]).toEqual([path, 200]);
  }
  expect(await (await read(`${own.apiUrl}/actuator/health/center`, headers)).json()).toEqual({
    status: 'UP',
    details: { id: 'a b/c' },
  });
  await own.stop();
  expect(center.told.at(-1)).toMatchObject({ method: 'DELETE', path: '/admin/instances/a%20b%2Fc' });
  await center.close();
});

/** Labels that Prometheus adds to every series of a target. */
const OF_TARGET = ['instance', 'job'];

describe.each(dashboards().map((dashboard) => [dashboard.file, dashboard] as const))(
  'the dashboard %s',
  (_file, dashboard) => {
    it.each(dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr])))(
      'has series for %s: %s',
      (_title, expression) => {
        const { selectors, labels, errors } = readPromql(expression);
        expect(errors).toEqual([]);
        expect(selectors.length).toBeGreaterThan(0);
        const known = new Set(OF_TARGET);
        const families = new Set([...scrape.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
        for (const { metric, matched } of selectors) {
          const found = scraped.filter(({ name }) => name === metric);
          expect(families).toContain(families.has(metric) ? metric : familyOf(metric));
          if (!rarelyThere.has(metric)) expect(found, metric).not.toEqual([]);
          const own = new Set(found.flatMap((series) => Object.keys(series.labels)));
          for (const label of own) known.add(label);
          const strange = matched.filter((label) => !own.has(label) && !OF_TARGET.includes(label));
          if (found.length > 0) expect(strange, metric).toEqual([]);
        }
        if (!selectors.some(({ metric }) => rarelyThere.has(metric))) {
          expect(labels.filter((label) => !known.has(label))).toEqual([]);
        }
      },
    );

    it('has variables whose metrics exist', () => {
      for (const { query, type } of dashboard.templating.list) {
        if (type !== 'query') continue;
        const [, metric, label = ''] = /^label_values\((\w+), (\w+)\)$/.exec(query) ?? expect.fail(query);
        const found = scraped.find(({ name }) => name === metric);
        expect([...OF_TARGET, ...Object.keys(found?.labels ?? {})]).toContain(label);
      }
    });
  },
);

const familyOf = (metric: string): string => metric.replace(/_(bucket|sum|count)$/, '');

/** Series that only errors, jobs or a used cache bring into being. */
const rarelyThere: ReadonlySet<string> = new Set([
  'platform_application_cache_entries',
  'platform_application_cache_evictions_total',
  'platform_application_faults_total',
  'platform_job_runs',
  'platform_job_attempt_seconds_bucket',
  'platform_job_attempt_seconds_count',
  'cache_gets_total',
  'jdbc_connections_active',
  'jdbc_connections_idle',
  'jdbc_connections_max',
  'jdbc_connections_pending',
  'platform_mapper_statements_total',
  'platform_mapper_statement_failures_total',
  'platform_mapper_statement_seconds_total',
]);

/** The metrics with their matchers, and the labels that aggregations name. */
function readPromql(expression: string) {
  const errors: string[] = [];
  const selectors: Array<{ metric: string; matched: string[] }> = [];
  const labels: string[] = [];
  parser.parse(expression).iterate({
    enter: ({ type, from, to, node }) => {
      const text = expression.slice(from, to);
      if (type.isError) errors.push(`${from}: ${text}`);
      if (type.name === 'VectorSelector') selectors.push({ metric: '', matched: [] });
      if (type.name === 'Identifier') {
        const selector = selectors.at(-1);
        if (selector && node.parent?.type.name === 'VectorSelector') selector.metric = text;
      }
      if (type.name !== 'LabelName') return;
      if (node.parent?.type.name === 'GroupingLabels') labels.push(text);
      else selectors.at(-1)?.matched.push(text);
    },
  });
  return { errors, selectors, labels };
}

it('the reader of queries finds what is wrong', () => {
  expect(readPromql('sum by (a, b) (rate(m{c="d"}[5m]))')).toEqual({
    errors: [],
    selectors: [{ metric: 'm', matched: ['c'] }],
    labels: ['a', 'b'],
  });
  expect(readPromql('sum by (a (m)').errors).not.toEqual([]);
});
