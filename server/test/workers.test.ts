import { readdirSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import type { HostWork, PlatformNode } from '@platform/host-api';
import { isLongRun } from '@platform/package-format/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildServer } from '../../scripts/lib/build.ts';
import { availableDatabases } from '../src/data/testing/databases.ts';
import { settingsOf } from '../src/data/testing/servers.ts';
import { availableRedis } from '../src/infra/testing/redis.ts';
import { PackageWorkshop } from '../src/market/testing/test-packages.ts';
import { blockingApplication } from './support/blocking-application.ts';
import { seriesOf } from './support/scrape.ts';
import { SteadyLoad } from './support/steady-load.ts';
import { SupervisedHost } from './support/supervised-host.ts';

const WORKERS = 2;
/** Only the long run blocks a worker; a busy machine may hold one for seconds. */
const LIMIT_MS = isLongRun ? 3_000 : 30_000;
const ROUTE = '/auth/oidc';

const redis = await availableRedis();
const [database] = await availableDatabases('host', ['postgres']);
afterAll(async () => {
  await redis?.close();
  await database?.drop();
});

describe.skipIf(!redis || !database)('design 10.2: two workers, on PostgreSQL and Redis', () => {
  let host: SupervisedHost;
  beforeAll(async () => {
    await buildServer();
    host = await SupervisedHost.start('production', {
      ...settingsOf(database?.args ?? []),
      'cache.type': 'redis',
      'cache.key-prefix': redis?.prefix ?? '',
      'server.workers': WORKERS,
      'server.watchdog.limit-ms': LIMIT_MS,
      'server.drain.delay-ms': 500,
    });
  });
  afterAll(() => host.remove());

  const route = (): string => host.process.ready.api + ROUTE;

  /** Status of an answer on a connection of its own, or the code of the error. */
  const ask = (url: string): Promise<number | string | undefined> =>
    new Promise((resolve) => {
      get(url, { agent: false }, (response) => {
        response
          .resume()
          .on('close', () => resolve(response.complete ? response.statusCode : 'ECONNRESET'))
          .on('error', () => undefined);
      }).on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    });

  const authorization = `Basic ${Buffer.from('monitor:monitor').toString('base64')}`;

  /** Asks a monitoring endpoint on a connection of its own, which any worker may take. */
  const see = (path: string): Promise<Response> =>
    fetch(`${host.process.ready.api}/actuator/${path}`, {
      headers: { authorization, connection: 'close' },
    });

  /** How often the route was answered, as a scrape says. */
  async function answered(): Promise<number> {
    const series = seriesOf(await (await see('prometheus')).text());
    return series
      .filter(({ name, labels }) => name === 'http_server_requests_seconds_count' && labels['uri'] === ROUTE)
      .reduce((sum, { value }) => sum + value, 0);
  }

  /** Waits until as many workers as configured serve, none of which is a former one. */
  async function served(...former: ReadonlyArray<number | undefined>): Promise<number[]> {
    const seen = new Set<unknown>();
    await expect
      .poll(
        async () => {
          const { workers } = host;
          if (workers.length !== WORKERS || workers.some((pid) => former.includes(pid))) return seen.clear();
          const response = await see('info');
          seen.add(((await response.json()) as { platform: { host: unknown } }).platform.host);
          return seen.size;
        },
        { timeout: 120_000, interval: 20 },
      )
      .toBe(WORKERS);
    return host.workers;
  }

  it('design 11.8-10: any of them answers the sum of both, which never falls, not when they end', async () => {
    const workers = await served();
    const before = await answered();
    let latest = before;
    for (let scrape = 1; scrape <= 20; scrape += 1) {
      expect(await ask(route())).toBe(200);
      const now = await answered();
      expect(now).toBeGreaterThanOrEqual(latest);
      latest = now;
    }
    // A worker counts a request once it is answered.
    await expect.poll(answered).toBe(before + 20);
    process.kill(workers[0] as number, 'SIGKILL');
    expect(await answered()).toBe(before + 20);
    await served(workers[0]);
    expect(await answered()).toBe(before + 20);
    const former = host.workers;
    host.signal('SIGHUP');
    await served(...former);
    expect(await ask(route())).toBe(200);
    await expect.poll(answered).toBe(before + 21);
    const one = await see(`metrics/http.server.requests?tag=uri:${ROUTE}`);
    expect(await one.json()).toMatchObject({
      measurements: [{ statistic: 'COUNT', value: before + 21 }, {}, {}],
    });
    const up = seriesOf(await (await see('prometheus')).text()).filter(
      ({ name }) => name === 'platform_worker_up',
    );
    expect(up.map(({ value }) => value)).toEqual([1, 1]);
  });

  it.runIf(isLongRun)(
    'answer a scrape while their supervisor is silent, and name the one that is missing',
    async () => {
      await served();
      const before = await answered();
      host.signal('SIGSTOP');
      try {
        const scrape = await see('prometheus');
        expect(scrape.status).toBe(200);
        const up = seriesOf(await scrape.text()).filter(({ name }) => name === 'platform_worker_up');
        expect(up.map(({ value }) => value).toSorted()).toEqual([0, 1]);
      } finally {
        host.signal('SIGCONT');
      }
      expect(await answered()).toBeGreaterThanOrEqual(before);
    },
  );

  it.runIf(isLongRun)(
    'design 12: any of them gives work, profile and heap snapshot of the one that is named',
    async () => {
      const workers = await served();
      const headers = { authorization: `Bearer ${await host.token()}`, connection: 'close' };
      const fetched = (path: string): Promise<Response> => fetch(host.process.ready.api + path, { headers });
      const dataOf = async <T>(path: string): Promise<T> => {
        const { data, rows } = (await (await fetched(path)).json()) as { data?: T; rows?: T };
        return (data ?? rows) as T;
      };
      const nodes = await dataOf<PlatformNode[]>('/system/nodes?pageSize=100');
      const living = nodes.filter(({ pid }) => workers.includes(pid));
      expect(living).toHaveLength(WORKERS);
      for (const { nodeId, pid } of living) {
        for (let round = 0; round < 4; round += 1)
          expect(await dataOf<HostWork>(`/monitor/work?nodeId=${nodeId}`)).toMatchObject({ nodeId, pid });
        const profile = await fetched(`/monitor/cpu-profile?seconds=1&nodeId=${nodeId}`);
        expect(await profile.json()).toHaveProperty('nodes');
        const snapshot = await fetched(`/monitor/heap-snapshot?nodeId=${nodeId}`);
        expect((await snapshot.text()).slice(0, 40)).toContain('{"snapshot":');
      }
      expect(readdirSync(join(host.data, 'temp'))).toEqual([]);
    },
  );

  it.runIf(isLongRun)(
    'are replaced one after the other at SIGHUP, under load, without a failed request',
    async () => {
      let workers = await served();
      const load = new SteadyLoad(route());
      for (let round = 0; round < (isLongRun ? 20 : 1); round += 1) {
        host.signal('SIGHUP');
        workers = await served(...workers);
      }
      await load.stop();
      expect(load.failures).toEqual(new Map());
      expect(load.answered).toBeGreaterThan(0);
    },
  );

  it('go on where one of them is killed, which is replaced', async () => {
    const [killed] = await served();
    const width = 8;
    const load = new SteadyLoad(route(), width);
    await expect.poll(() => load.answered).toBeGreaterThan(50);
    process.kill(killed as number, 'SIGKILL');
    await served(killed);
    await load.stop();
    // Those that it had accepted.
    expect([...load.failures.keys()].filter((code) => code !== 'ECONNRESET')).toEqual([]);
    expect(load.failures.get('ECONNRESET') ?? 0).toBeLessThanOrEqual(width);
  });

  it.runIf(isLongRun)('answer others while one of them is blocked', async () => {
    const workshop = await PackageWorkshop.open();
    try {
      const sources = { code: 'blocker', backend: blockingApplication('blocker'), frontend: null };
      await host.install(await workshop.build(sources));
      const former = host.workers;
      host.signal('SIGHUP');
      await served(...former);
      let isOver = false;
      const lost = ask(`${host.process.ready.api}/blocker/loop`).then((end) => {
        isOver = true;
        return end;
      });
      const answers: Array<Promise<number | string | undefined>> = [];
      let answered = 0;
      while (!isOver) {
        const answer = ask(route());
        void answer.then((end) => (answered += end === 200 && !isOver ? 1 : 0));
        answers.push(answer);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      expect(await lost).toBe('ECONNRESET');
      expect(answered).toBeGreaterThan(5);
      // The worker may have accepted some before it was blocked.
      const lostToo = (await Promise.all(answers)).filter((end) => end !== 200);
      expect(lostToo.length).toBeLessThan(5);
      expect(lostToo.filter((end) => end !== 'ECONNRESET')).toEqual([]);
    } finally {
      await workshop.close();
    }
  });
});
