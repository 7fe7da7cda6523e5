// @vitest-environment node
import type { JobTask, MonitorSeries, PlatformNode } from '@platform/host-api';
import { describe, expect, it } from 'vitest';
import type { MenuPage } from '@/shared/page';
import type { AppLine } from './app-health.ts';
import { attentionOf } from './attention.ts';
import { firstSteps } from './first-steps.ts';
import { launchGroups, pagesByKey } from './launch-groups.ts';
import { trafficTiles } from './traffic-tiles.ts';

const none = { apps: [], nodes: [], parts: [], queues: [], jobs: [], incidents: { total: 0 } };
const app = (more: Partial<AppLine>): AppLine => ({
  code: 'hello',
  name: 'Hello',
  version: '1.1.0',
  health: 'enabled',
  ...more,
});
const node = (more: Partial<PlatformNode>) =>
  ({ nodeId: 'n', machine: 'host-2', state: 'live', behind: [], ...more }) as PlatformNode;

describe('design 15.2: what needs attention', () => {
  it('is nothing where all is well', () => {
    expect(
      attentionOf({
        ...none,
        apps: [app({}), app({ health: 'disabled' })],
        nodes: [node({})],
        parts: [
          { name: 'db', state: 'up' },
          { name: 'storage', state: 'unknown' },
          { name: 'disk', state: 'up', free: 50, total: 100 },
        ],
      }),
    ).toEqual([]);
  });

  it('findings: interface 2: names failed operations, parts, disks, hosts and incidents, the worst first', () => {
    const found = attentionOf({
      ...none,
      apps: [
        app({ health: 'degraded' }),
        app({ code: 'mall', name: 'Mall', health: 'operationFailed', reason: 'init threw' }),
      ],
      nodes: [node({ state: 'gone' }), node({ nodeId: 'm', behind: ['hello', 'mall'] })],
      parts: [
        { name: 'broker', state: 'down', error: 'refused' },
        { name: 'disk', state: 'up', free: 9, total: 100 },
      ],
      incidents: {
        total: 2,
        newest: { appCode: 'hello', place: 'a.ts:3', message: 'boom' } as never,
      },
    });
    expect(found.map(({ kind, tone, detail, suffix = '' }) => [kind, tone, detail, suffix])).toEqual([
      ['application', 'bad', 'init threw', '/mall'],
      ['part', 'bad', 'refused', '?tab=parts'],
      ['hostGone', 'bad', undefined, '/n'],
      ['application', 'warn', undefined, '/hello'],
      ['disk', 'warn', undefined, '?tab=parts'],
      ['hostBehind', 'warn', undefined, '/m'],
      ['incidents', 'warn', 'hello · a.ts:3 · boom', '?tab=incidents'],
    ]);
    expect(found.find(({ kind }) => kind === 'disk')?.values).toEqual({ percent: 91 });
  });
});

describe('hosts that are taken out need attention', () => {
  const lines = (...nodes: PlatformNode[]) =>
    attentionOf({ ...none, nodes }).map(({ kind, tone, suffix }) => [kind, tone, suffix]);

  it('a warning while another host serves, and the worst where none does', () => {
    const out = node({ state: 'draining' });
    expect(lines(out, node({ nodeId: 'm' }))).toEqual([['hostOut', 'warn', '/n']]);
    expect(lines(out)).toEqual([['hostsOut', 'bad', '/n']]);
    expect(lines(out, node({ nodeId: 'm', state: 'gone' }))).toEqual([
      ['hostsOut', 'bad', '/n'],
      ['hostGone', 'bad', '/m'],
    ]);
  });
});

describe('design 15.2: dead letters and failed runs need attention', () => {
  const queue = (name: string, deadLetters: number) =>
    ({ queue: name, messages: 1, deadLetters, consumers: 1, appCode: 'hello' }) as const;
  const job = (jobId: number, status: 0 | 1, run: 'failed' | 'succeeded') =>
    ({
      ...{ jobId, jobName: `task ${jobId}`, appCode: 'hello', ready: true, status },
      lastRun: { status: run, message: 'out of order' },
    }) as JobTask;

  it('names the failed task, and leads to its runs', () => {
    const jobs = [job(1, 1, 'failed'), job(2, 1, 'succeeded'), job(3, 0, 'failed')];
    expect(attentionOf({ ...none, jobs })).toMatchObject([
      {
        kind: 'runFailed',
        tone: 'bad',
        detail: 'hello · out of order',
        suffix: '?task=1',
        task: { jobId: 1, ready: true },
      },
    ]);
  });

  it('counts dead letters of all queues, and leads to the only one', () => {
    const one = attentionOf({ ...none, queues: [queue('a/b', 2), queue('c', 0)] });
    expect(one).toMatchObject([{ kind: 'deadLetters', values: { count: 2 }, suffix: '/a%2Fb' }]);
    const two = attentionOf({ ...none, queues: [queue('a', 2), queue('c', 1)] });
    expect(two).toMatchObject([{ values: { count: 3 }, detail: 'a, c' }]);
    expect(two[0]?.suffix).toBeUndefined();
  });
});

describe('design 15.2: the four tiles', () => {
  const total = (more: object) => ({
    requests: 200,
    errors: 1,
    meanMs: 5,
    p95Ms: 40,
    longestMs: 90,
    loopDelayMs: 3,
    ...more,
  });
  const host = { requests: [100, 100], errors: [0, 1], p95Ms: [40, null], loopDelayMs: [3, 2] };
  const series = (more: object) =>
    ({
      host,
      total: total({}),
      before: total({ requests: 100, errors: 0, p95Ms: 80, loopDelayMs: 3 }),
      ...more,
    }) as unknown as MonitorSeries;

  it('have the change to the hour before; errors are a share of the requests', () => {
    expect(trafficTiles(series({})).map(({ key, value, change }) => [key, value, change])).toEqual([
      ['requests', 200, 1],
      ['errors', 0.005, 0.005],
      ['p95', 40, -0.5],
      ['loop', 3, 0],
    ]);
  });

  it('say nothing of a time without requests or without an hour before', () => {
    const quiet = total({ requests: 0, errors: 0, p95Ms: null, loopDelayMs: null });
    expect(
      trafficTiles(series({ total: quiet, before: null })).map(({ value, change }) => [value, change]),
    ).toEqual([
      [0, undefined],
      [undefined, undefined],
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });
});

describe('findings: interface 12: the launcher', () => {
  const page = (menuKey: string, group: string, appCode?: string): MenuPage => ({
    menuKey,
    title: menuKey,
    path: `/${menuKey}`,
    icon: null,
    appCode,
    group: { title: group, icon: null },
  });
  const pages = [
    page('market', 'Marketplace'),
    page('items', 'Hello', 'hello'),
    page('demo', 'Hello', 'hello'),
  ];

  it('has applications first, each with its pages', () => {
    expect(
      launchGroups(pages).map(({ title, pages: own }) => [title, own.map(({ menuKey }) => menuKey)]),
    ).toEqual([
      ['Hello', ['items', 'demo']],
      ['Marketplace', ['market']],
    ]);
  });

  it('shows favourites in their order, without pages that are gone', () => {
    expect(pagesByKey(pages, ['demo', 'gone', 'market']).map(({ menuKey }) => menuKey)).toEqual([
      'demo',
      'market',
    ]);
  });
});

describe('design 12: first steps', () => {
  const done = (facts: Partial<Parameters<typeof firstSteps>[0]>) =>
    firstSteps({ passwordGiven: true, storageWorks: false, applications: 0, users: 1, ...facts })
      .filter((step) => step.done)
      .map(({ key }) => key);

  it('tick themselves off', () => {
    expect(done({})).toEqual([]);
    expect(done({ passwordGiven: false, users: 2 })).toEqual(['password', 'user']);
    expect(done({ storageWorks: true, applications: 1 })).toEqual(['storage', 'application']);
  });
});
