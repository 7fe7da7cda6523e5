import { describe, expect, it } from 'vitest';
import { EntryFailure } from './entry-failure.ts';
import type { Environment } from './fields.ts';
import { resolveSettings } from './settings.ts';

const servers = { PANEL_DB_HOST: 'panel-db', PANEL_REDIS_HOST: 'panel-cache' };
const environmentOf = (fields: Environment): Environment => resolveSettings(fields).environment;

/** @returns what the fields are refused with */
function problemsOf(fields: Environment): readonly string[] {
  try {
    resolveSettings(fields);
  } catch (error) {
    expect(error).toBeInstanceOf(EntryFailure);
    expect(error).toMatchObject({ exitCode: 78 });
    return (error as EntryFailure).problems;
  }
  return expect.unreachable('The fields are accepted.');
}

const differ = (one: string, other: string): string =>
  `${one} and ${other} name the same thing and differ: empty one of them.`;

describe('spec: Deployment layout: address resolution', () => {
  const filled = [true, false];
  const combinations = filled.flatMap((external) =>
    filled.flatMap((own) => filled.map((panel) => ({ external, own, panel }))),
  );

  it.each(combinations)('of the database: external $external, own key $own, panel $panel', (given) => {
    const fields = {
      PANEL_REDIS_HOST: 'cache',
      ...(given.external && { EXTERNAL_DB_ADDRESS: 'outside:3307' }),
      ...(given.own && { DATABASE_HOST: 'outside', DATABASE_PORT: '3307' }),
      ...(given.panel && { PANEL_DB_HOST: 'panel-db', PANEL_DB_PORT: '3308' }),
    };
    if (!given.external && !given.own && !given.panel) {
      expect(problemsOf(fields)).toEqual([
        'The database has no address: fill EXTERNAL_DB_ADDRESS (host:port), or select a service in the panel (PANEL_DB_HOST).',
      ]);
      return;
    }
    const outside = given.external || given.own;
    expect(environmentOf(fields)).toMatchObject({
      DATABASE_HOST: outside ? 'outside' : 'panel-db',
      DATABASE_PORT: outside ? '3307' : '3308',
    });
    const named = given.external ? 'EXTERNAL_DB_ADDRESS' : given.own ? 'DATABASE_HOST' : 'PANEL_DB_HOST';
    expect(resolveSettings(fields).databaseFrom).toBe(named);
  });

  it.each(combinations)('of the cache: external $external, own key $own, panel $panel', (given) => {
    const fields = {
      PANEL_DB_HOST: 'db',
      ...(given.external && { EXTERNAL_REDIS_ADDRESS: 'outside:7000' }),
      ...(given.own && { CACHE_URL: 'redis://outside:7000/0' }),
      ...(given.panel && { PANEL_REDIS_HOST: 'panel-cache', PANEL_REDIS_PORT: '7001' }),
    };
    if (!given.external && !given.own && !given.panel) {
      expect(problemsOf(fields)).toEqual([
        'The cache has no address: fill EXTERNAL_REDIS_ADDRESS (host:port), or select a service in the panel (PANEL_REDIS_HOST).',
      ]);
      return;
    }
    const outside = given.external || given.own;
    expect(environmentOf(fields)).toMatchObject({
      CACHE_TYPE: 'redis',
      CACHE_URL: outside ? 'redis://outside:7000/0' : 'redis://panel-cache:7001/0',
    });
    const named = given.external ? 'EXTERNAL_REDIS_ADDRESS' : given.own ? 'CACHE_URL' : 'PANEL_REDIS_HOST';
    expect(resolveSettings(fields).cacheFrom).toBe(named);
  });

  it('leaves the port of the database to its type where no field has one', () => {
    expect(environmentOf(servers)).not.toHaveProperty('DATABASE_PORT');
  });

  it('takes an external field of blanks for an empty one', () => {
    const fields = { ...servers, EXTERNAL_DB_ADDRESS: ' ', EXTERNAL_REDIS_ADDRESS: '""\r' };
    expect(environmentOf(fields)).toMatchObject({
      DATABASE_HOST: 'panel-db',
      CACHE_URL: 'redis://panel-cache:6379/0',
    });
  });

  it('names all that is missing at once', () => {
    expect(problemsOf({})).toHaveLength(2);
  });

  it.each(['sqlite', 'oracle'])('refuses the database type %s', (type) => {
    expect(problemsOf({ ...servers, DATABASE_TYPE: type })).toEqual([
      `DATABASE_TYPE is ${type}, but has to be mysql or postgres.`,
    ]);
  });

  it('refuses a cache in the process', () => {
    expect(problemsOf({ ...servers, CACHE_TYPE: 'memory' })).toEqual([
      'CACHE_TYPE is memory, but has to be redis.',
    ]);
  });
});

describe('two fields for one thing', () => {
  const external = { EXTERNAL_DB_ADDRESS: 'db:3306', EXTERNAL_REDIS_ADDRESS: 'cache' };

  it.each<readonly [Environment, string, string]>([
    [{ DATABASE_HOST: 'other' }, 'EXTERNAL_DB_ADDRESS', 'DATABASE_HOST'],
    [{ DATABASE_HOST: 'db:3307' }, 'EXTERNAL_DB_ADDRESS', 'DATABASE_HOST'],
    [{ DATABASE_PORT: '3307' }, 'EXTERNAL_DB_ADDRESS', 'DATABASE_PORT'],
    [{ CACHE_URL: 'redis://cache:7000/0' }, 'EXTERNAL_REDIS_ADDRESS', 'CACHE_URL'],
    [{ CACHE_URL: 'redis://:a@cache', REDIS_PASSWORD: 'b' }, 'CACHE_URL', 'REDIS_PASSWORD'],
    [{ MONITOR_USERNAME: 'a', MANAGEMENT_USERNAME: 'b' }, 'MONITOR_USERNAME', 'MANAGEMENT_USERNAME'],
    [{ MONITOR_PASSWORD: 'a', MANAGEMENT_PASSWORD: 'a ' }, 'MONITOR_PASSWORD', 'MANAGEMENT_PASSWORD'],
    [
      { SCHEDULER_ADDRESS: 'embedded', SCHEDULER_CENTER_ADDRESS: 'redis://x' },
      'SCHEDULER_ADDRESS',
      'SCHEDULER_CENTER_ADDRESS',
    ],
    [
      { APP_MARKET_SECURITY_MODE: 'warn', APPMARKET_SECURITY_MODE: 'off' },
      'APP_MARKET_SECURITY_MODE',
      'APPMARKET_SECURITY_MODE',
    ],
  ])('that differ end with both names: %j', (fields, one, other) => {
    expect(problemsOf({ ...external, ...fields })).toContain(differ(one, other));
  });

  it('contradict in the panel too', () => {
    expect(problemsOf({ ...servers, PANEL_DB_PORT: '1', DATABASE_PORT: '2' })).toEqual([
      differ('PANEL_DB_PORT', 'DATABASE_PORT'),
    ]);
    expect(problemsOf({ ...servers, PANEL_REDIS_HOST: 'c:1', PANEL_REDIS_PORT: '2' })).toEqual([
      differ('PANEL_REDIS_HOST', 'PANEL_REDIS_PORT'),
    ]);
  });

  it('may be equal, and add to each other', () => {
    const fields = {
      EXTERNAL_DB_ADDRESS: 'db',
      DATABASE_HOST: 'db:3307',
      DATABASE_PORT: '3307',
      EXTERNAL_REDIS_ADDRESS: 'cache',
      CACHE_URL: 'rediss://user@cache:6379/2',
      REDIS_PASSWORD: 'secret',
    };
    expect(environmentOf(fields)).toMatchObject({
      DATABASE_HOST: 'db',
      DATABASE_PORT: '3307',
      CACHE_URL: 'rediss://user:secret@cache:6379/2',
    });
  });

  it('is no contradiction between an outside service and the one of the panel', () => {
    const fields = { ...servers, ...external, PANEL_DB_PORT: '1', PANEL_REDIS_PORT: '2' };
    expect(environmentOf(fields)).toMatchObject({ DATABASE_HOST: 'db', DATABASE_PORT: '3306' });
  });
});

describe('passwords', () => {
  const password = ` "$p#a's:s@/w?o%r&d\\ `;

  it('are kept byte for byte, and percent-encoded in the address of the cache', () => {
    const environment = environmentOf({
      ...servers,
      DATABASE_PASSWORD: password,
      REDIS_PASSWORD: password,
      MONITOR_USERNAME: ' watcher ',
      MONITOR_PASSWORD: password,
    });
    expect(environment).toMatchObject({
      DATABASE_PASSWORD: password,
      MANAGEMENT_USERNAME: 'watcher',
      MANAGEMENT_PASSWORD: password,
      CACHE_URL: `redis://:${encodeURIComponent(password)}@panel-cache:6379/0`,
    });
  });

  it('are in no message', () => {
    const fields = { CACHE_URL: 'redis://:5ecret@cache', REDIS_PASSWORD: '0ther', MONITOR_PASSWORD: 'th1rd' };
    expect(problemsOf(fields).join('\n')).not.toMatch(/5ecret|0ther|th1rd/);
  });
});

describe('the login of the monitoring endpoints', () => {
  it('is filled as a whole', () => {
    expect(problemsOf({ ...servers, MONITOR_USERNAME: 'a' })).toEqual([
      'MONITOR_USERNAME is filled, but MONITOR_PASSWORD is not: fill both, or none.',
    ]);
    expect(problemsOf({ ...servers, MANAGEMENT_PASSWORD: 'a' })).toEqual([
      'MANAGEMENT_PASSWORD is filled, but MONITOR_USERNAME is not: fill both, or none.',
    ]);
  });
});

it("the host's environment has its own names only, and only filled fields", () => {
  const environment = environmentOf({
    ...servers,
    PATH: '/bin',
    DATABASE_NAME: ' platform ',
    REDIS_PASSWORD: 'x',
    SCHEDULER_ADDRESS: 'embedded',
    MONITOR_ADDRESS: '"http://monitor-admin:9090/admin"',
    APP_MARKET_SECURITY_MODE: 'warn\r',
    RABBITMQ_ADDRESS: ' ',
  });
  expect(environment).toEqual({
    PATH: '/bin',
    DATABASE_TYPE: 'mysql',
    DATABASE_HOST: 'panel-db',
    DATABASE_NAME: 'platform',
    CACHE_TYPE: 'redis',
    CACHE_URL: 'redis://:x@panel-cache:6379/0',
    SCHEDULER_CENTER_ADDRESS: 'embedded',
    MONITOR_ADDRESS: 'http://monitor-admin:9090/admin',
    APP_MARKET_SECURITY_MODE: 'warn',
  });
});
