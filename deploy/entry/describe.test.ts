import { describe as suite, expect, it } from 'vitest';
import { loadConfig } from '../../server/src/kernel/index.ts';
import { describe, initialData, readyAfter, starting } from './describe.ts';
import type { Environment } from './fields.ts';
import { resolveSettings } from './settings.ts';

const servers = { PANEL_DB_HOST: 'db', EXTERNAL_REDIS_ADDRESS: 'cache' };

function linesOf(fields: Environment): string[] {
  const settings = resolveSettings({ ...servers, ...fields });
  const { config } = loadConfig({ directories: [], env: settings.environment, args: [] });
  return describe(settings, config);
}

suite('spec: Logs: the lines of the entry script', () => {
  it.each<readonly [Environment, string]>([
    [{}, 'profile: none'],
    [{ PLATFORM_PROFILE: 'production' }, 'profile: production'],
    [{}, 'database: MySQL db:3306/platform (PANEL_DB_HOST)'],
    [
      { EXTERNAL_DB_ADDRESS: 'other:5433', DATABASE_TYPE: 'postgres', DATABASE_PASSWORD: 'secret' },
      'database: PostgreSQL other:5433/platform (EXTERNAL_DB_ADDRESS)',
    ],
    [{ REDIS_PASSWORD: 'secret' }, 'cache: redis://cache:6379/0 (EXTERNAL_REDIS_ADDRESS)'],
    [
      { EXTERNAL_REDIS_ADDRESS: '', CACHE_URL: 'rediss://u:secret@c/1' },
      'cache: rediss://c:6379/1 (CACHE_URL)',
    ],
    [{}, 'broker: RABBITMQ_ADDRESS is empty: messages are kept in the database'],
    [
      { MESSAGING_EMBEDDED: 'false' },
      'broker: disabled: RABBITMQ_ADDRESS is empty, so the message center is unavailable',
    ],
    [{ RABBITMQ_ADDRESS: 'amqp://u:secret@rabbit:5672' }, 'broker: amqp://rabbit:5672'],
    [{}, 'scheduler: disabled: SCHEDULER_ADDRESS is empty, so no scheduled job runs'],
    [{ SCHEDULER_ADDRESS: 'embedded' }, 'scheduler: enabled: tasks wait in the database'],
    [{ SCHEDULER_ADDRESS: 'redis://:secret@jobs:6379/1' }, 'scheduler: enabled: redis://jobs:6379/1'],
    [{}, 'monitoring: disabled: MONITOR_ADDRESS is empty'],
    [
      { MONITOR_ADDRESS: 'http://u:secret@monitor-admin:9090/admin' },
      'monitoring: enabled: http://monitor-admin:9090/admin',
    ],
    [
      {},
      'WARNING: MONITOR_USERNAME and MONITOR_PASSWORD are empty: the monitoring endpoints accept the well-known default login. Fill both.',
    ],
    [{}, 'https: off: SERVER_TLS_CERT is empty, so a proxy has to end it'],
    [{}, 'security mode: enforce (configuration)'],
    [{ APP_MARKET_SECURITY_MODE: 'warn' }, 'security mode: warn (APP_MARKET_SECURITY_MODE)'],
  ])('%j: %s', (fields, line) => {
    const lines = linesOf(fields);
    expect(lines).toContain(line);
    expect(lines.join('\n')).not.toContain('secret');
  });

  it('have no warning where monitoring has a login of its own', () => {
    const lines = linesOf({ MONITOR_USERNAME: 'watcher', MONITOR_PASSWORD: 'secret' });
    expect(lines.filter((line) => /WARNING|watcher|secret/.test(line))).toEqual([]);
  });

  it('are not printed where the well-known login is forbidden', () => {
    expect(() => linesOf({ MANAGEMENT_ALLOW_DEFAULT_CREDENTIALS: 'false' })).toThrow(/default credentials/);
  });

  it('say how long a server was waited for', () => {
    expect(readyAfter('database', 3_249)).toBe('database: ready after 3.2 s');
  });

  it('say that initial data is present', () => {
    expect(initialData('1.0.0', 3, '/app/sql/files')).toBe(
      'initial data: present (platform.init.version is 1.0.0), not imported',
    );
  });

  it.each([
    [0, 'initial data: first start, imported with 0 SQL files of /app/sql/files'],
    [1, 'initial data: first start, imported with 1 SQL file of /app/sql/files'],
  ])('say that it is the first start: %i files', (count, line) => {
    expect(initialData(undefined, count, '/app/sql/files')).toBe(line);
  });

  it('say what starts', () => {
    expect(starting([])).toBe('starting the host');
    expect(starting(['sh', '-c', 'echo secret'])).toBe('starting sh');
  });
});
