import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ACTUATOR_JSON } from '@platform/host-api';
import { DATABASE, hostMigrations } from '../../data/index.ts';
import { CACHE } from '../../infra/index.ts';
import { HTTP } from '../../kernel/index.ts';
import { basic, MONITOR, startMonitoredHost, type MonitoredHost } from '../testing/monitored-host.ts';
import { STOPPING } from './readiness.ts';
import { Probes, up, type Health, type Probe } from './health.ts';

interface Answered {
  status: string;
  components: Record<string, Health>;
}

describe('spec: Endpoints/GET /actuator/health', () => {
  let host: MonitoredHost;
  beforeAll(async () => {
    host = await startMonitoredHost();
  });
  afterAll(() => host.stop());

  it('shows the details of every component', async () => {
    const { status, headers, json } = await host.see('/actuator/health');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe(ACTUATOR_JSON);
    const { components, ...whole } = json as Answered;
    expect(whole).toEqual({ status: 'UP', groups: ['liveness', 'readiness'] });
    expect(Object.keys(components).sort()).toEqual(
      'applications broker cache db disk diskSpace nodes ping scheduler storage'.split(' '),
    );
    expect(components).toMatchObject({
      db: { status: 'UP', details: { database: 'SQLite', roundTripMs: expect.any(Number) as number } },
      cache: { status: 'UP', details: { type: 'memory' } },
      broker: { status: 'UP', details: { kind: 'embedded' } },
      storage: { status: 'UNKNOWN' },
      diskSpace: { status: 'UP', details: { free: expect.any(Number) as number, threshold: 104_857_600 } },
      nodes: { details: { live: [components['nodes']?.details?.['self']] } },
    });
  });

  it('has an address for each component and for both groups', async () => {
    expect((await host.see('/actuator/health/db')).json).toMatchObject({ status: 'UP' });
    expect((await host.see('/actuator/health/liveness')).json).toMatchObject({ status: 'UP' });
    expect((await host.see('/actuator/health/readiness')).json).toMatchObject({
      status: 'UP',
      components: { db: { status: 'UP' }, readinessState: { details: { ready: true, draining: false } } },
    });
    expect(await host.see('/actuator/health/nothing')).toMatchObject({
      status: 404,
      json: { error: 'HEALTH_COMPONENT_UNKNOWN' },
    });
  });

  it('design 16-12: a cache that is away shows in its component only', async () => {
    const ping = vi.spyOn(host.services.use(CACHE), 'ping').mockRejectedValue(new Error('gone'));
    const { status, json } = await host.see('/actuator/health');
    expect(status).toBe(200);
    expect(json).toMatchObject({
      status: 'UP',
      components: { cache: { status: 'DOWN', details: { error: 'gone' } } },
    });
    expect((await host.see('/actuator/health/cache')).status).toBe(503);
    expect((await host.see('/actuator/health/readiness')).status).toBe(200);
    ping.mockRestore();
  });

  it('design 10.2: a host that drains is out of service for balancers, and serves', async () => {
    const own = host.services.use(STOPPING);
    own.stopping = true;
    const seen = ['', '/readiness', '/liveness'].map((path) => host.see(`/actuator/health${path}`));
    expect((await Promise.all(seen)).map(({ status }) => status)).toEqual([503, 503, 200]);
    expect((await host.see('/actuator/info')).status).toBe(200);
    own.stopping = false;
    expect((await host.see('/actuator/health')).status).toBe(200);
  });

  it('design 10.7-17: a host on a schema that became older than itself is not ready, and says so', async () => {
    const run = (statement: string) => host.services.use(DATABASE).raw(statement);
    const last = hostMigrations.at(-1)?.name ?? '';
    await run(`update sys_migration set name = 'x' where name = '${last}'`);
    for (const path of ['', '/readiness']) {
      const { status, json } = await host.see(`/actuator/health${path}`);
      expect(status).toBe(503);
      const error = expect.stringMatching(`^DATABASE_OLDER: .*: ${last} is missing`) as string;
      expect(json).toMatchObject({ components: { db: { status: 'DOWN', details: { error } } } });
    }
    expect((await host.see('/actuator/health/liveness')).status).toBe(200);
    await run(`update sys_migration set name = '${last}' where name = 'x'`);
    expect((await host.see('/actuator/health/readiness')).status).toBe(200);
  });

  it('design 11.8-8: without its database the host is down and not ready, but alive', async () => {
    const ping = vi.spyOn(host.services.use(DATABASE), 'ping').mockReturnValue(new Promise(() => undefined));
    const [whole, ready, alive] = await Promise.all(
      ['', '/readiness', '/liveness'].map((path) => host.see(`/actuator/health${path}`)),
    );
    expect(whole).toMatchObject({
      status: 503,
      json: {
        status: 'DOWN',
        components: {
          db: { status: 'DOWN', details: { error: 'no answer within 2000 ms' } },
          cache: { status: 'UP' },
        },
      },
    });
    expect(ready?.status).toBe(503);
    expect(alive?.status).toBe(200);
    expect(ping).toHaveBeenCalledTimes(1);
    ping.mockRestore();
  });
});

it('design 16-12: a host that stops is not ready from the first moment', async () => {
  const seen: number[] = [];
  const host = await startMonitoredHost({
    modules: [
      {
        name: 'observer',
        setup(ctx) {
          const server = createServer(ctx.use(HTTP).handle).listen(0, '127.0.0.1');
          ctx.onDispose(async () => {
            const { port } = server.address() as AddressInfo;
            const url = `http://127.0.0.1:${port}/actuator/health/readiness`;
            seen.push((await fetch(url, { headers: { authorization: basic(MONITOR) } })).status);
            server.closeAllConnections();
            server.close();
          });
        },
      },
    ],
  });
  expect((await host.see('/actuator/health/readiness')).status).toBe(200);
  await host.stop();
  expect(seen).toEqual([503]);
});

describe('probes', () => {
  it('of a hanging part are not repeated, and hold up no other', async () => {
    let looks = 0;
    const probes = new Probes(
      new Map<string, Probe>([
        ['hanging', () => ((looks += 1), new Promise<Health>(() => undefined))],
        ['fine', () => up()],
      ]),
      20,
    );
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await probes.all()).toEqual({
        hanging: { status: 'DOWN', details: { error: 'no answer within 20 ms' } },
        fine: { status: 'UP' },
      });
    }
    expect(looks).toBe(1);
  });
});
