import { ACTUATOR_JSON } from '@platform/host-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic, MONITOR, startMonitoredHost, type MonitoredHost } from './testing/monitored-host.ts';

let host: MonitoredHost;
beforeAll(async () => {
  host = await startMonitoredHost();
});
afterAll(() => host.stop());

const statusWith = async (authorization: string | undefined, path = '/actuator/health'): Promise<number> =>
  (await fetch(host.origin + path, { headers: authorization === undefined ? {} : { authorization } })).status;

describe('spec: Authentication 4: the monitoring endpoints', () => {
  it('take the monitoring credentials by HTTP Basic, and nothing else', async () => {
    const admin = await host.admin();
    const { text } = await host.anonymous('GET', '/actuator/health');
    expect(JSON.parse(text)).toMatchObject({ code: 401, error: 'MONITORING_LOGIN_REQUIRED' });
    expect((await admin('GET', '/actuator/health')).status).toBe(401);
    expect(await statusWith('Basic')).toBe(401);
    expect(await statusWith('Basic §')).toBe(401);
    expect(await statusWith(basic(MONITOR))).toBe(200);
    expect(await statusWith(basic(MONITOR).replace('Basic', 'basic '))).toBe(200);
    expect(await statusWith(undefined, '/actuator/nothing')).toBe(401);
    expect(await statusWith(basic(MONITOR), '/actuator/nothing')).toBe(404);
    const challenge = (await host.anonymous('GET', '/actuator')).headers.get('www-authenticate');
    expect(challenge).toBe('Basic realm="actuator", charset="UTF-8"');
  });

  it('are no way into other routes', async () => {
    expect(await statusWith(basic(MONITOR), '/system/user/list')).toBe(401);
  });

  it('answer 429 after five wrong tries in a minute, also to right ones; missing ones never count', async () => {
    host.clock.advance(120_000);
    for (let probe = 0; probe < 8; probe += 1) expect(await statusWith(undefined)).toBe(401);
    for (const wrong of ['', 'x', MONITOR.password.slice(1), `${MONITOR.password} `, 'y']) {
      expect(await statusWith(basic({ ...MONITOR, password: wrong }))).toBe(401);
    }
    const limited = await host.see('/actuator/health');
    expect(limited).toMatchObject({ status: 429, json: { error: 'MONITORING_LOGIN_LIMITED' } });
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await statusWith(undefined)).toBe(401);
    host.clock.advance(60_000);
    expect(await statusWith(basic(MONITOR))).toBe(200);
  });
});

describe('spec: Endpoints/actuator, the others', () => {
  it('are linked from /actuator, with the host that the client addressed', async () => {
    const { json, headers } = await host.see('/actuator');
    expect(headers.get('content-type')).toBe(ACTUATOR_JSON);
    expect(json).toMatchObject({
      _links: {
        self: { href: `${host.origin}/actuator`, templated: false },
        health: { href: `${host.origin}/actuator/health`, templated: false },
        'health-path': { href: `${host.origin}/actuator/health/{*path}`, templated: true },
      },
    });
  });

  it('lead to answers of their media type, without the envelope', async () => {
    const { json } = await host.see('/actuator/info');
    expect(json).toMatchObject({
      build: { version: '1.0.0' },
      process: { pid: process.pid },
      node: { version: process.versions.node },
    });
  });
});
