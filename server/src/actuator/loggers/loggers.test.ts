import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { NODE_REGISTRY } from '../../cluster/index.ts';
import { LogLevels } from '../../infra/index.ts';
import { startMonitoredHost, type MonitoredHost, type Seen } from '../testing/monitored-host.ts';
import { TimedLevels } from './timed-levels.ts';

describe('spec: Endpoints/GET /actuator/loggers', () => {
  let host: MonitoredHost;
  beforeAll(async () => {
    host = await startMonitoredHost();
  });
  afterAll(() => host.stop());

  const set = (path: string, body: unknown, type = 'application/json'): Promise<Seen> =>
    host.see(`/actuator/loggers/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': type },
    });

  it('shows the levels, and changes one', async () => {
    expect((await host.see('/actuator/loggers')).json).toEqual({
      levels: ['OFF', 'ERROR', 'WARN', 'INFO', 'DEBUG', 'TRACE'],
      loggers: { ROOT: { configuredLevel: 'INFO', effectiveLevel: 'INFO' } },
      groups: {},
    });
    const changed = await set(
      'ROOT',
      { configuredLevel: 'DEBUG' },
      'application/vnd.spring-boot.actuator.v2+json',
    );
    expect(changed).toMatchObject({ status: 204, text: '' });
    expect((await host.see('/actuator/loggers/ROOT')).json).toEqual({
      configuredLevel: 'DEBUG',
      effectiveLevel: 'DEBUG',
    });
    const { status, headers } = await set('ROOT?scope=platform', { configuredLevel: null });
    expect(status).toBe(204);
    expect(headers.get('x-platform-hosts')).toBe(host.services.use(NODE_REGISTRY).nodeId);
    expect(changed.headers.get('x-platform-hosts')).toBeNull();
    expect((await host.see('/actuator/loggers/ROOT')).json).toMatchObject({ effectiveLevel: 'INFO' });
  });

  it('turns a logger off, as Spring Boot does', async () => {
    expect((await set('ROOT', { configuredLevel: 'OFF' })).status).toBe(204);
    expect((await host.see('/actuator/loggers/ROOT')).json).toEqual({
      configuredLevel: 'OFF',
      effectiveLevel: 'OFF',
    });
    await set('ROOT', { configuredLevel: null });
    const levels = new LogLevels('info');
    levels.set('app.hello', 'off');
    expect([levels.isEnabled('app.hello', 'error'), levels.isEnabled('app', 'error')]).toEqual([false, true]);
  });

  it('tells a wrong method from a logger that is not there', async () => {
    const asked = async (path: string, method: string) => {
      const { status, headers, json } = await host.see(`/actuator/${path}`, { method });
      return [status, headers.get('allow'), (json as { error: string } | undefined)?.error];
    };
    expect(await asked('loggers/ROOT', 'DELETE')).toEqual([405, 'GET, HEAD, POST', 'METHOD_NOT_ALLOWED']);
    expect(await asked('health', 'POST')).toEqual([405, 'GET, HEAD', 'METHOD_NOT_ALLOWED']);
    expect(await asked('nothing', 'POST')).toEqual([404, null, 'NOT_FOUND']);
    expect((await host.see('/actuator/loggers', { method: 'HEAD' })).status).toBe(200);
    const anonymous = await fetch(`${host.origin}/actuator/health`, { method: 'POST' });
    expect([anonymous.status, anonymous.headers.get('allow')]).toEqual([401, null]);
  });

  it('refuses unknown loggers, levels and times', async () => {
    expect(await set('nobody', { configuredLevel: 'DEBUG' })).toMatchObject({
      status: 404,
      json: { error: 'LOGGER_UNKNOWN' },
    });
    expect((await host.see('/actuator/loggers/nobody')).status).toBe(404);
    expect((await set('ROOT', { configuredLevel: 'LOUD' })).json).toMatchObject({
      error: 'LOG_LEVEL_UNKNOWN',
    });
    for (const time of ['999ms', '25h']) {
      expect((await set(`ROOT?for=${time}`, { configuredLevel: 'DEBUG' })).json).toMatchObject({
        code: 400,
        error: 'LOG_LEVEL_TIME',
      });
    }
    expect((await host.see('/actuator/loggers/ROOT')).json).toMatchObject({ effectiveLevel: 'INFO' });
  });

  it('design 11.8-10: is audited in the platform’s own tenant', async () => {
    await set('ROOT', { configuredLevel: 'WARN' });
    await set('ROOT', { configuredLevel: null });
    const admin = await host.admin();
    await vi.waitFor(async () => {
      const { body } = await admin('GET', '/system/operLog/list');
      expect(body.rows?.map((row) => row['title'])).toContain('Set the level of a logger');
    });
  });
});

describe('a level that is set for a time', () => {
  const levels = new LogLevels('info');
  levels.know('http');
  levels.know('app.hello');
  const timed = new TimedLevels(levels);
  const effective = (): string => levels.get('app.hello').effective;
  afterEach(() => void vi.useRealTimers());

  it('goes back to the one before, also after several calls', () => {
    vi.useFakeTimers();
    levels.set('app.hello', 'warn');
    timed.set('app.hello', 'debug', '10s');
    vi.advanceTimersByTime(9_000);
    timed.set('app.hello', 'trace', '10s');
    vi.advanceTimersByTime(9_000);
    expect(effective()).toBe('trace');
    vi.advanceTimersByTime(1_000);
    expect(effective()).toBe('warn');
  });

  it('stays once it is set without a time, and follows its parent once it is cleared', () => {
    vi.useFakeTimers();
    timed.set('app.hello', 'debug', '10s');
    timed.set('app.hello', 'error');
    vi.advanceTimersByTime(20_000);
    expect(effective()).toBe('error');
    timed.set('app', 'debug');
    timed.set('app.hello', undefined);
    expect(effective()).toBe('debug');
  });
});
