import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configLeaves, loadConfig } from './index.ts';
import { environmentNames } from './sources.ts';

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'config-'))));
afterEach(() => rmSync(dir, { recursive: true }));

const load = (yml: string, env: Record<string, string> = {}, args: string[] = []) => {
  writeFileSync(join(dir, 'application.yml'), yml);
  return loadConfig({ directories: [dir], env, args });
};
const problemsOf = (work: () => unknown): string[] => {
  try {
    work();
  } catch (error) {
    return (error as { details: string[] }).details;
  }
  throw new Error('The configuration was accepted.');
};

describe('configuration', () => {
  it('has its defaults (spec: Limits/app-market.task.timeout-minutes; Limits/app-market.task.sweep-interval-ms; Limits/catalog connect-timeout-ms; Limits/catalog read-timeout-ms)', () => {
    const { config } = load('');
    expect(config['app-market'].task).toEqual({ 'timeout-minutes': 10, 'sweep-interval-ms': 60_000 });
    expect(config['app-market'].catalog).toMatchObject({
      'connect-timeout-ms': 3000,
      'read-timeout-ms': 15_000,
    });
  });

  it('gives precedence to command line, environment, file, and names the source', () => {
    const yml = 'app-market:\n  security:\n    mode: enforce\n';
    expect(load(yml).config['app-market'].security.mode).toBe('enforce');
    const env = { APP_MARKET_SECURITY_MODE: 'warn' };
    expect(load(yml, env).config['app-market'].security.mode).toBe('warn');
    const loaded = load(yml, env, ['--app-market.security.mode=off']);
    expect(loaded.config['app-market'].security.mode).toBe('off');
    expect(loaded.sources.get('app-market.security.mode')).toBe('command line');
  });

  it('code C: accepts a boolean, a number of proxies, or networks', () => {
    const of = (yml: string, env: Record<string, string> = {}): unknown =>
      load(yml, env).config.server['trust-proxy'];
    expect(of('')).toBe(false);
    expect(of('server:\n  trust-proxy: true\n')).toBe(true);
    expect(of('server:\n  trust-proxy: 2\n')).toBe(2);
    expect(of('server:\n  trust-proxy: [10.0.0.0/8, loopback]\n')).toEqual(['10.0.0.0/8', 'loopback']);
    expect(of('', { SERVER_TRUST_PROXY: '10.0.0.0/8, ::1' })).toEqual(['10.0.0.0/8', '::1']);
    expect(of('', { SERVER_TRUST_PROXY: '3' })).toBe(3);
    const [problem] = problemsOf(() => load('server:\n  trust-proxy: nginx\n'));
    expect(problem).toContain('invalid IP address: nginx');
    expect(problemsOf(() => load('server:\n  trust-proxy: -1\n'))).toHaveLength(1);
  });

  it('design 10.2: has defaults of its own in the profile production, below every source', () => {
    const of = (yml: string, profile?: string) => {
      writeFileSync(join(dir, 'application.yml'), yml);
      return loadConfig({ directories: [dir], env: {}, args: [], ...(profile ? { profile } : {}) });
    };
    expect(of('').config.server.drain).toEqual({ 'delay-ms': 0 });
    const { config, sources } = of('', 'production');
    expect(config.server.drain).toEqual({ 'delay-ms': 5_000 });
    expect(sources.get('server.drain.delay-ms')).toBe('profile production');
    expect([of('').config.server.workers, config.server.workers]).toEqual(['1', 'auto']);
    const set = of('server:\n  workers: 3\n  drain:\n    delay-ms: 0\n', 'production').config.server;
    expect(set).toMatchObject({ workers: '3', drain: { 'delay-ms': 0 } });
    expect(problemsOf(() => of('server:\n  workers: 0\n'))).toHaveLength(1);
  });

  it('merges a profile over the common file', () => {
    writeFileSync(join(dir, 'application-local.yml'), 'server:\n  port: 9999\n');
    writeFileSync(join(dir, 'application.yml'), 'server:\n  port: 1111\n  host: 0.0.0.0\n');
    const { config } = loadConfig({ directories: [dir], profile: 'local', env: {}, args: [] });
    expect(config.server).toMatchObject({ port: 9999, host: '0.0.0.0' });
  });

  it('findings: applications 2: merges the file written by people over the generated one', () => {
    writeFileSync(join(dir, 'generated.yml'), 'server:\n  port: 1111\n  host: 0.0.0.0\n');
    writeFileSync(join(dir, 'application.yml'), 'server:\n  port: 2222\n');
    writeFileSync(join(dir, 'application-local.yml'), 'cache:\n  type: redis\n');
    const shipped = mkdtempSync(join(tmpdir(), 'shipped-'));
    writeFileSync(
      join(shipped, 'application.yml'),
      'server:\n  port: 3333\n  host: 10.0.0.1\ncache:\n  type: memory\n',
    );
    const { config } = loadConfig({ directories: [shipped, dir], profile: 'local', env: {}, args: [] });
    expect(config.server).toMatchObject({ port: 2222, host: '0.0.0.0' });
    expect(config.cache.type).toBe('redis');
    rmSync(shipped, { recursive: true });
  });

  it('design 9.8-61: combines the trusted and the revoked keys of all files', () => {
    const keys = (...names: string[]) => `app-market:\n  security:\n    public-key: [${names.join(', ')}]\n`;
    writeFileSync(join(dir, 'generated.yml'), `${keys('a')}    revoked-keys: x\n`);
    writeFileSync(join(dir, 'application.yml'), `${keys('a', 'b')}    revoked-keys: [y]\n`);
    writeFileSync(join(dir, 'application-local.yml'), keys('c'));
    const { config, sources } = loadConfig({ directories: [dir], profile: 'local', env: {}, args: [] });
    expect(config['app-market'].security).toMatchObject({
      'public-key': ['a', 'b', 'c'],
      'revoked-keys': ['x', 'y'],
    });
    expect(sources.get('app-market.security.public-key')).toBe(
      'generated.yml:3, application.yml:3, application-local.yml:3',
    );
  });

  it('suggests the nearest key for an unknown one, with file and line', () => {
    const [problem] = problemsOf(() => load('server:\n  prot: 8080\n'));
    expect(problem).toBe('application.yml:2: unknown key server.prot; did you mean server.port?');
  });

  it('names the replacement of a removed key, wherever it is set', () => {
    const removed =
      'platform.node has been removed: each host leases its number from the database. Remove it.';
    expect(problemsOf(() => load('platform:\n  node: 1\n', { PLATFORM_NODE: '1' }))).toEqual([
      `application.yml:2: ${removed}`,
      `environment variable PLATFORM_NODE: ${removed}`,
    ]);
    expect(problemsOf(() => load('', {}, ['--platform.node=1']))).toEqual([`command line: ${removed}`]);
  });

  it('reports every wrong value at once, with its source', () => {
    const problems = problemsOf(() => load('server:\n  port: high\n', { CACHE_TYPE: 'disk' }));
    expect(problems).toEqual([
      'application.yml:2: server.port must be a whole number; it is "high"',
      'environment variable CACHE_TYPE: cache.type must be one of memory, redis; it is "disk"',
    ]);
  });

  it('shows what a value is, shortened, and the form that it must have; a secret stays hidden', () => {
    const values = {
      SERVER_WORKERS: 'two ',
      SERVER_PORT: '70000',
      SESSION_COOKIE_NAME: 'x'.repeat(200),
      SCHEDULER_CENTER_ADDRESS: 'http://:s3cret@queue',
    };
    const problems = problemsOf(() => load('frontend:\n  port:\n  enabled: [yes]\n', values)).map((problem) =>
      problem.replace(/^.*?: /, ''),
    );
    expect(problems).toEqual([
      'frontend.port must be a whole number; it is empty',
      'frontend.enabled must be true or false',
      'server.port must be at most 65535; it is "70000"',
      'server.workers must be auto, or a number from 1 to 999; it is "two "',
      `session.cookie-name must consist of up to 64 letters, digits, _ and -; it is "${'x'.repeat(60)}…"`,
      'scheduler.center.address must be embedded, the address of a Redis (redis://…), or empty; it is "http://******@queue"',
    ]);
  });

  it('refuses what is no address of its kind, with its source, and shows it without its login', () => {
    const values = {
      CACHE_URL: 'redis://:12#s3cret',
      RABBITMQ_ADDRESS: 'rabbit:5672',
      SCHEDULER_CENTER_ADDRESS: 'redis://user:12#s3cret@queue',
      MONITOR_ADDRESS: 'monitor-admin:9090/admin',
      TELEMETRY_OTLP_ENDPOINT: 'grpc://me:s3cret@collector:4317',
    };
    const problems = problemsOf(() => load('', values));
    expect(problems).toEqual([
      'environment variable CACHE_URL: cache.url must be an address such as redis://user:password@host:6379/0 (user and password percent-encoded), or empty; it is "redis://:******#******"',
      'environment variable RABBITMQ_ADDRESS: rabbitmq.address must be an address such as amqp://user:password@host:5672, or empty; it is "rabbit:5672"',
      'environment variable SCHEDULER_CENTER_ADDRESS: scheduler.center.address must be embedded, the address of a Redis (redis://…), or empty; it is "redis://******@queue"',
      'environment variable MONITOR_ADDRESS: monitor.address must be an address such as http://monitor-admin:9090/admin, or empty; it is "monitor-admin:9090/******"',
      'environment variable TELEMETRY_OTLP_ENDPOINT: telemetry.otlp.endpoint must be an address such as http://collector:4318, or empty; it is "grpc://******@collector:4317"',
    ]);
    for (const key of ['cache.url', 'rabbitmq.address', 'monitor.address', 'telemetry.otlp.endpoint']) {
      expect(() => load('', {}, [`--${key}=`])).not.toThrow();
    }
  });

  it.each([
    [
      'database:\n  password: "s3cret\n  host: x\n',
      /^application\.yml:\d: not readable: Missing closing "quote$/,
    ],
    [
      'database:\n  password: s3cret: x\n',
      'application.yml:2: not readable: Nested mappings are not allowed',
    ],
    ['database:\n  password: @s3cret\n', 'application.yml:2: not readable: Plain value cannot start with'],
    ['s3cret', 'application.yml: not readable: it has to consist of keys with values, such as server:'],
    ['- s3cret', 'application.yml: not readable: it has to consist of keys with values, such as server:'],
  ])('names the line that is broken, and nothing of it: %j', (yml, expected) => {
    const [problem] = problemsOf(() => load(yml));
    if (typeof expected === 'string') expect(problem).toContain(expected);
    else expect(problem).toMatch(expected);
    expect(problem).not.toContain('s3cret');
  });

  it('spec: Authentication 6, the public key comes from the yml only', () => {
    const yml = 'app-market:\n  security:\n    public-key: |\n      -----BEGIN PUBLIC KEY-----\n      x\n';
    expect(load(yml).config['app-market'].security['public-key']).toHaveLength(1);
    const [problem] = problemsOf(() => load('', { APP_MARKET_SECURITY_PUBLIC_KEY: 'x' }));
    expect(problem).toContain('can be set in application.yml only');
  });

  it('warns of a variable that is nearly a setting, and of no other', () => {
    const env = {
      DATABASE_TYP: 'postgres',
      MANAGMENT_PASSWORD: 'x',
      // Variables of a Kubernetes service, of the system, and of the platform's own tools.
      SERVER_SERVICE_HOST: '10.0.0.1',
      XDG_DATA_DIRS: '/usr/share',
      PLATFORM_CA: 'ca.pem',
      DATABASE_TYPE: 'sqlite',
    };
    expect(load('', env).warnings).toEqual([
      'DATABASE_TYP is no setting; did you mean DATABASE_TYPE?',
      'MANAGMENT_PASSWORD is no setting; did you mean MANAGEMENT_PASSWORD?',
    ]);
  });

  it('reads every key from the environment in both spellings', () => {
    const integers = [...configLeaves.values()].filter((leaf) => leaf.type === 'integer' && !leaf.fileOnly);
    fc.assert(
      fc.property(fc.constantFrom(...integers), fc.nat(60_000), fc.boolean(), (leaf, offset, short) => {
        const value = Math.min(leaf.maximum ?? Infinity, (leaf.minimum ?? 0) + offset);
        const names = environmentNames(leaf);
        const name = (short ? names.at(-1) : names[0]) ?? '';
        const { config } = loadConfig({ directories: [], env: { [name]: String(value) }, args: [] });
        const found = leaf.path
          .split('.')
          .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], config);
        expect(found).toBe(value);
      }),
    );
  });
});
