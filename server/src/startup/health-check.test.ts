import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ownCheckHeader } from '../actuator/index.ts';
import { basic, MONITOR, startMonitoredHost } from '../actuator/testing/monitored-host.ts';
import { loadConfig, type PlatformConfig } from '../kernel/index.ts';
import { checkHealth, healthGroupOf } from './health-check.ts';

const configOf = (origin: string, password = MONITOR.password): PlatformConfig =>
  loadConfig({
    directories: [],
    env: {},
    args: [
      `--server.port=${new URL(origin).port}`,
      '--server.host=0.0.0.0',
      `--management.username=${MONITOR.username}`,
      `--management.password=${password}`,
    ],
  }).config;

describe('design 11.8-3: the health check of the host', () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  it('asks the running host with its own credentials', async () => {
    const host = await startMonitoredHost();
    try {
      for (const group of ['liveness', 'readiness'] as const) {
        expect(await checkHealth(configOf(host.origin), group)).toMatchObject({
          healthy: true,
          text: expect.stringMatching(new RegExp(`^${group}: 200 .*"UP"`)) as string,
        });
      }
      expect(await checkHealth(configOf(host.origin, 'wrong'), 'liveness')).toMatchObject({
        healthy: false,
        text: expect.stringContaining('401') as string,
      });
    } finally {
      await host.stop();
    }
  });

  it('audit: is not locked out by wrong monitoring logins from this machine', async () => {
    const host = await startMonitoredHost();
    const own = loadConfig({
      directories: [],
      env: {},
      args: [
        `--server.port=${new URL(host.origin).port}`,
        `--platform.data-dir=${host.directory}`,
        // The login has no part in it.
        '--management.password=wrong',
      ],
    }).config;
    try {
      const now = host.clock.now();
      const wrong = { headers: { authorization: basic({ ...MONITOR, password: 'guessed' }) } };
      const tries = await Promise.all(Array.from({ length: 6 }, () => host.see('/actuator', wrong)));
      expect(tries.map(({ status }) => status)).toContain(429);
      expect((await host.see('/actuator')).status).toBe(429);
      for (const group of ['liveness', 'readiness'] as const) {
        expect(await checkHealth(own, group, now)).toMatchObject({ healthy: true });
      }
      // A proof holds for a minute, and with this key only.
      const headerOf = async (at: number): Promise<object> => ({
        headers: { authorization: (await ownCheckHeader(own, at)) ?? '' },
      });
      expect((await host.see('/actuator/health', await headerOf(now))).status).toBe(200);
      expect((await host.see('/actuator/health', await headerOf(now - 120_000))).status).toBe(401);
      const forged = { headers: { authorization: `Platform ${now}.${'a'.repeat(43)}` } };
      expect((await host.see('/actuator/health', forged)).status).toBe(401);
    } finally {
      await host.stop();
    }
  });

  it('says that nobody answers', async () => {
    expect(await checkHealth(configOf('http://127.0.0.1:2'), 'liveness')).toEqual({
      healthy: false,
      text: 'liveness: http://127.0.0.1:2/actuator/health/liveness does not answer: connect ECONNREFUSED 127.0.0.1:2',
    });
  });

  it.each([
    ['::', '[::1]'],
    ['::1', '[::1]'],
    ['127.0.0.1', '127.0.0.1'],
  ])('asks a host that listens on %s at %s', async (host, address) => {
    const args = ['--server.port=2', `--server.host=${host}`];
    const { config } = loadConfig({ directories: [], env: {}, args });
    const { text } = await checkHealth(config, 'liveness');
    expect(text).toContain(`http://${address}:2/actuator/health/liveness does not answer`);
  });

  it('ends where a host accepts connections and does not answer', async () => {
    server = createServer();
    await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const verdict = await checkHealth(configOf(`http://127.0.0.1:${port}`), 'readiness');
    expect(verdict).toMatchObject({ healthy: false, text: expect.stringContaining('timeout') as string });
  });

  it.each([
    [[], undefined],
    [['--server.port=1'], undefined],
    [['--healthcheck'], 'liveness'],
    [['--healthcheck=liveness'], 'liveness'],
    [['--server.port=1', '--healthcheck=readiness'], 'readiness'],
  ])('is asked for by %j: %s', (args, group) => {
    expect(healthGroupOf(args)).toBe(group);
  });

  it('refuses an unknown group', () => {
    expect(() => healthGroupOf(['--healthcheck=well'])).toThrow(
      '--healthcheck=well is unknown: it has to be liveness or readiness.',
    );
  });
});
