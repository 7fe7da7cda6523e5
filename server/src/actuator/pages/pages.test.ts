import type { CacheState, HostWork, LoggerState } from '@platform/host-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CACHE } from '../../infra/index.ts';
import { Durations } from '../../kernel/index.ts';
import { startMonitoredHost, type MonitoredHost } from '../testing/monitored-host.ts';
import { licencesOf } from '../sbom/licences.ts';
import { routeTimes } from './route-times.ts';
import type { Client } from '../../system/testing/host.ts';

let host: MonitoredHost;
let admin: Client;
beforeAll(async () => {
  host = await startMonitoredHost();
  admin = await host.admin();
});
afterAll(() => host.stop());

const dataOf = async <T>(path: string): Promise<T> => {
  const { status, body } = await admin('GET', path);
  expect(status).toBe(200);
  return body.data as unknown as T;
};

describe('design 12: /monitor, for pages of the shell', () => {
  it('shows the health of the parts also where one is down', async () => {
    expect(await dataOf('/monitor/health')).toMatchObject({
      status: 'UP',
      components: { db: { status: 'UP', details: { database: 'SQLite' } }, disk: { status: 'UP' } },
    });
  });

  it('shows routes and statements by their time', async () => {
    for (let call = 0; call < 3; call += 1) await admin('GET', '/system/user/list');
    const work = await dataOf<HostWork>('/monitor/work?limit=1000');
    expect(work).toMatchObject({ pool: null, pid: process.pid, statements: [] });
    const users = work.routes.find(({ uri }) => uri === '/system/user/list');
    expect(users).toMatchObject({ application: '', method: 'GET', count: 3, errors: 0 });
    expect(users?.p95Ms).toBeGreaterThan(0);
    expect(work.routes.length).toBeGreaterThan(1);
    expect((await dataOf<HostWork>('/monitor/work?limit=1')).routes).toHaveLength(1);
    expect((await dataOf<HostWork>('/monitor/work?appCode=hello')).routes).toEqual([]);
  });

  it('counts cached values by the beginnings of their keys, and clears them', async () => {
    const cache = host.services.use(CACHE);
    await cache.set('app:hello:items:1', 'a');
    await cache.set('app:hello:items:2', 'bb');
    await cache.set('app:hello:total', 7);
    const found = await dataOf<CacheState>('/monitor/cache');
    expect(found).toMatchObject({ type: 'memory', complete: true, evicted: 0 });
    const ofHello = found.prefixes.filter(({ prefix }) => prefix.startsWith('app:hello:'));
    expect(ofHello.map(({ prefix, entries }) => [prefix, entries])).toEqual([
      ['app:hello:items:', 2],
      ['app:hello:', 1],
    ]);
    expect((await admin('DELETE', '/monitor/cache?prefix=app:hello:items:')).status).toBe(200);
    expect(await cache.get('app:hello:items:1')).toBeUndefined();
    expect(await cache.get('app:hello:total')).toBe(7);
  });

  it('sets the level of a logger, and puts it back', async () => {
    const root = async () => (await dataOf<LoggerState[]>('/monitor/loggers'))[0];
    const before = await root();
    expect(before).toMatchObject({ name: 'ROOT' });
    expect((await admin('PUT', '/monitor/loggers/ROOT', { level: 'DEBUG' })).status).toBe(200);
    expect(await root()).toMatchObject({ effective: 'DEBUG' });
    expect((await admin('PUT', '/monitor/loggers/nobody', { level: 'DEBUG' })).body.error).toBe(
      'LOGGER_UNKNOWN',
    );
    await admin('PUT', '/monitor/loggers/ROOT', { level: before?.effective });
  });

  it('takes a profile from who has just proved who they are', async () => {
    expect((await admin('POST', '/monitor/diagnosis')).status).toBe(200);
    const profile = await admin('GET', '/monitor/cpu-profile?seconds=1');
    expect(profile.status).toBe(200);
    expect(profile.headers.get('content-disposition')).toContain('.cpuprofile');
    expect(JSON.parse(profile.text)).toHaveProperty('nodes');
  });

  it('is closed to the anonymous', async () => {
    for (const path of ['health', 'work', 'cache', 'loggers', 'heap-snapshot', 'cpu-profile']) {
      expect((await host.anonymous('GET', `/monitor/${path}`)).status, path).toBe(401);
    }
  });
});

it('adds up the answers of a route', () => {
  const durations = (...seconds: number[]): Durations => {
    const made = new Durations([0.01, 0.1, 1]);
    for (const each of seconds) made.add(each);
    return made;
  };
  const labels = { application: 'hello', method: 'GET', uri: '/hello/items' };
  const [route] = routeTimes([
    { labels: { ...labels, status: '200' }, durations: durations(0.005, 0.005, 0.05) },
    { labels: { ...labels, status: '503' }, durations: durations(0.5) },
  ]);
  expect(route).toMatchObject({ count: 4, errors: 1, meanMs: 140, longestMs: 500, application: 'hello' });
  expect(route?.p95Ms).toBeGreaterThan(100);
});

it('lists packages with their licences, each version once', () => {
  const component = { group: '@scope', name: 'a', version: '1.0.0', licenses: [{ license: { id: 'MIT' } }] };
  const other = { name: 'b', version: '2.0.0', licenses: [{ expression: 'MIT OR Apache-2.0' }] };
  expect(licencesOf({ components: [other, component, component, { name: 'c' }] })).toEqual([
    { name: '@scope/a', version: '1.0.0', licence: 'MIT' },
    { name: 'b', version: '2.0.0', licence: 'MIT OR Apache-2.0' },
    { name: 'c', version: '', licence: '' },
  ]);
  expect(licencesOf({})).toEqual([]);
});
