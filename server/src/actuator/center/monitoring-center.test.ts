import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testConfig } from '../../kernel/testing/config.ts';
import { collectingLogger, type LogLine } from '../../testing/collecting-logger.ts';
import { TestCenter } from '../testing/test-center.ts';
import { MonitoringCenter } from './monitoring-center.ts';
import { registrationOf } from './registration.ts';

const credentials = { username: 'ops', password: 'granite', wellKnown: false };
const registration = registrationOf(
  testConfig({ 'monitor.service-url': 'https://platform.example/api/', 'platform.name': 'Mall' }),
  credentials,
  8080,
);

let center: TestCenter;
let lines: LogLine[];
let client: MonitoringCenter | undefined;
const join = (address: string): void => {
  client = new MonitoringCenter({ address, intervalMs: 20, logger: collectingLogger(lines) });
  client.start(registration);
};
const messages = (): string[] => lines.map(({ message }) => message);

beforeEach(async () => {
  lines = [];
  center = new TestCenter();
  await center.listen();
});
afterEach(async () => {
  await client?.stop();
  await center.close();
});

describe('spec: Authentication 4; design 11.3: registration at a monitoring center', () => {
  it('tells the addresses and the credentials, again and again, and goes at the end', async () => {
    join(`${center.address.replace('://', '://me:p%3Aw@')}/`);
    await vi.waitFor(() => expect(center.told.length).toBeGreaterThan(2));
    expect(client?.health()).toEqual({ status: 'UP', details: { id: 'a b/c' } });
    await client?.stop();
    const authorization = `Basic ${Buffer.from('me:p:w').toString('base64')}`;
    expect(center.told[0]).toEqual({
      method: 'POST',
      path: '/admin/instances',
      authorization,
      body: {
        name: 'Mall',
        serviceUrl: 'https://platform.example/api',
        managementUrl: 'https://platform.example/api/actuator',
        healthUrl: 'https://platform.example/api/actuator/health',
        metadata: {
          'user.name': 'ops',
          'user.password': 'granite',
          startup: expect.any(String) as string,
        },
      },
    });
    expect(center.told.at(-1)).toMatchObject({
      method: 'DELETE',
      path: '/admin/instances/a%20b%2Fc',
      authorization,
    });
    expect(messages()).toEqual(['Registered at the monitoring center']);
    const count = center.told.length;
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(center.told).toHaveLength(count);
  });

  it('says once that the center is away, and once that it is back', async () => {
    join(center.address);
    await vi.waitFor(() => expect(center.told).not.toEqual([]));
    await center.close();
    await vi.waitFor(() => expect(client?.health().status).toBe('DOWN'));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await center.listen();
    await vi.waitFor(() => expect(client?.health().status).toBe('UP'));
    expect(messages()).toEqual([
      'Registered at the monitoring center',
      'The monitoring center cannot be reached; the host keeps running and retries',
      'The monitoring center is back',
    ]);
  });

  it('design 11.8-11: follows no redirect', async () => {
    center.status = 307;
    join(center.address);
    await vi.waitFor(() => expect(center.told.length).toBeGreaterThan(1));
    expect(center.told.map(({ path }) => path)).not.toContain('/elsewhere');
    expect(client?.health()).toEqual({ status: 'DOWN', details: { error: 'it answered 307' } });
  });

  it('does not hold up a host that stops while the center is silent', async () => {
    await center.close();
    join(center.address);
    const startedAt = performance.now();
    await client?.stop();
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(messages()).not.toContain('The monitoring center is back');
  });

  it('audit: names the key where a login in the address is not encoded', () => {
    const wrong = expect.objectContaining({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining('monitor.address (MONITOR_ADDRESS)') as string,
    }) as Error;
    expect(() => join('http://user:50%25%@monitor-admin:9090')).toThrow(wrong);
  });

  it('uses the name of the machine where no service address is configured', () => {
    const { healthUrl } = registrationOf(testConfig(), credentials, 18_080);
    expect(healthUrl).toMatch(/^http:\/\/[^/:]+:18080\/actuator\/health$/);
  });
});
