import { expect, it } from 'vitest';
import { PlatformError } from '../../kernel/index.ts';
import type { LoadedApplication } from '../loading/loaded-application.ts';
import { LoadStages } from '../loading/load-stages.ts';
import type { Loaded } from './application-change.ts';
import { describeApplication } from './describe-application.ts';
import { loadFailure, loadReport } from './report-load.ts';
import { RuntimeCounts } from './runtime-counts.ts';

const application = (appCode: string, version: string): LoadedApplication =>
  ({
    ...{ appCode, version, jar: `${appCode}-${version}.jar`, siblings: ['member'] },
    loadedAt: new Date(0),
    requests: { count: 3 },
    parts: {
      routes: [{ method: 'GET', path: '/x' }],
      container: { beans: ['a', 'b'], describe: () => ['described bean'] },
      listeners: { all: [{ event: { name: 'order.paid' }, name: 'Mail.onPaid' }] },
      schedules: { describe: () => ['described schedule'] },
      consumers: { handlers: [{ queue: 'orders', name: 'Orders.take' }] },
      jobs: { all: [{ name: 'clean', className: 'Cleaner' }] },
      skipped: ['skipped bean'],
      moduleHolds: ['hold of a module'],
      faults: { degradation: 'timers fail', counts: { timer: 2 }, recent: new Set(['fault']) },
      holds: { summary: 'held' },
      timers: { openCount: 4 },
      isolation: { open: { names: ['socket'] } },
    },
  }) as unknown as LoadedApplication;

const sources = {
  leftOpen: (appCode: string) => `left open by ${appCode}` as never,
  cacheUsage: (appCode: string) => `cache of ${appCode}` as never,
};

it('a loaded application is described with its parts and its health', () => {
  const failure = { code: 'A' } as never;
  expect(
    describeApplication(
      { appCode: 'shop', application: application('shop', '1.0.0'), failure, quarantine: undefined },
      sources,
    ),
  ).toEqual({
    ...{ appCode: 'shop', state: 'loaded', version: '1.0.0', jar: 'shop-1.0.0.jar' },
    ...{ loadedAt: new Date(0), inFlight: 3, siblings: ['member'], degraded: 'timers fail', failure },
    routes: [{ method: 'GET', path: '/x' }],
    beans: ['described bean'],
    listeners: [{ event: 'order.paid', handler: 'Mail.onPaid' }],
    schedules: ['described schedule'],
    consumers: [{ queue: 'orders', handler: 'Orders.take' }],
    jobs: [{ name: 'clean', handler: 'Cleaner' }],
    skipped: ['skipped bean'],
    health: {
      ...{ faults: { timer: 2 }, recent: ['fault'], holds: 'held' },
      open: { timers: 4, handles: ['socket'] },
      ...{ cache: 'cache of shop', leftOpen: 'left open by shop' },
    },
  });
});

it('an application that was never loaded is described by its failure only, and an unknown one not', () => {
  const failure = { code: 'A' } as never;
  const described = describeApplication(
    { appCode: 'shop', application: undefined, failure, quarantine: undefined },
    sources,
  );
  const empty = { routes: [], beans: [], listeners: [], schedules: [], consumers: [], jobs: [] };
  expect(described).toMatchObject({ appCode: 'shop', state: 'failed', inFlight: 0, failure, ...empty });
  expect(described).toMatchObject({ skipped: [], siblings: [], version: undefined, health: undefined });
  expect(
    describeApplication(
      { appCode: 'shop', application: undefined, failure: undefined, quarantine: undefined },
      sources,
    ),
  ).toBeUndefined();
});

it('a load reports what it made, replaced and rebuilt', async () => {
  const stages = new LoadStages(1_000);
  await stages.run('read', () => 1);
  const retired = Promise.resolve() as never;
  const change = (replaced?: LoadedApplication): Loaded => ({
    loaded: application('shop', '1.1.0'),
    ...{ replaced, rebuilt: [application('report', '1.0.0')] },
  });
  const report = loadReport(change(application('shop', '1.0.0')), stages, 12.345, retired);
  expect(report).toEqual({
    ...{ appCode: 'shop', version: '1.1.0', jar: 'shop-1.1.0.jar', components: 2, routes: 1 },
    ...{ skipped: ['skipped bean'], holds: ['hold of a module'] },
    note: 'application loaded with 2 components and 1 routes',
    ...{ durationMs: 12.3, stages: stages.timings, replacedVersion: '1.0.0', retired },
    rebuilt: ['report'],
  });
  expect(loadReport(change(), stages, 1, undefined).replacedVersion).toBeUndefined();
});

it('a failed load names its version, stage and place', () => {
  const fields = { code: 'A', message: 'It broke.', fix: 'Mend it.' };
  const error = new PlatformError({ ...fields, details: { place: 'shop/src/a.ts:3:7' } });
  const failure = loadFailure(error, 'evaluate', '/srv/platform-shop-plugin-1.2.3.jar');
  expect(failure).toEqual({
    ...{ ...fields, version: '1.2.3', stage: 'evaluate', place: 'shop/src/a.ts:3:7' },
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
  });
  const bare = new PlatformError({ code: 'A', message: 'x' });
  expect(loadFailure(bare, 'read', '/srv/own-name.jar')).toMatchObject({
    ...{ version: undefined, place: undefined, fix: undefined },
  });
});

it('loads and drains are counted by kind, in seconds', () => {
  const logs = { leftOut: new Map() };
  const counts = new RuntimeCounts(logs);
  expect(counts.logs).toBe(logs);
  counts.loaded('load', 1_500);
  counts.loaded('load', 500);
  counts.loaded('swap', 250);
  counts.notLoaded('swap');
  counts.drained(2_000, 3);
  counts.drained(500, 1);
  expect(counts.loads).toEqual({
    load: { succeeded: 2, failed: 0, seconds: 2 },
    swap: { succeeded: 1, failed: 1, seconds: 0.25 },
  });
  expect(counts.drains).toEqual({ count: 2, seconds: 2.5, abortedRequests: 4 });
});
