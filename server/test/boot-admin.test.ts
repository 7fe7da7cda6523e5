import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TestCenter } from '../src/actuator/testing/test-center.ts';
import { TestPlatform } from './support/platform.ts';

const PASSWORD = 'granite-otter-42';
/** Request headers of Spring Boot Admin. */
const ACCEPT =
  'application/vnd.spring-boot.actuator.v3+json, application/vnd.spring-boot.actuator.v2+json, application/json';
const MEDIA_TYPE = 'application/vnd.spring-boot.actuator.v3+json';

interface Registration {
  readonly name: string;
  readonly managementUrl: string;
  readonly healthUrl: string;
  readonly serviceUrl: string;
  readonly metadata: Readonly<Record<string, string>>;
}

const center = new TestCenter();
const directory = mkdtempSync(join(tmpdir(), 'boot-admin-'));
let platform: TestPlatform;
let registration: Registration;
let links: Readonly<Record<string, { href: string; templated: boolean }>>;

/** A request as the center makes it, with what the host told at its registration. */
async function ask(url: string, init: RequestInit = {}) {
  const { metadata } = registration;
  const pair = `${metadata['user.name']}:${metadata['user.password']}`;
  const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
  const response = await fetch(url, {
    ...init,
    headers: { authorization, accept: ACCEPT, ...(init.headers as object) },
  });
  const text = await response.text();
  const type = response.headers.get('content-type') ?? '';
  return { status: response.status, headers: response.headers, type, text };
}

/** The JSON of an endpoint, found by its link as the center does. */
async function read(link: string, values: Readonly<Record<string, string>> = {}, query = '') {
  const { href } = links[link] ?? expect.fail(`no link ${link}`);
  const url = href.replaceAll(/\{\*?(\w+)\}/g, (_all, name: string) => values[name] ?? expect.fail(name));
  const { status, type, text } = await ask(url + query);
  expect([link, status, type]).toEqual([link, 200, MEDIA_TYPE]);
  return JSON.parse(text) as Record<string, unknown>;
}

const text = expect.any(String) as string;
const number = expect.any(Number) as number;
const list = expect.any(Array) as unknown[];
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;

beforeAll(async () => {
  await center.listen();
  platform = await TestPlatform.start(
    [`--management.password=${PASSWORD}`, `--monitor.address=${center.address}`],
    join(directory, 'data'),
  );
  const port = new URL(platform.apiUrl).port;
  await vi.waitFor(() => expect(center.told).not.toEqual([]));
  const told = center.told[0]?.body as Registration;
  // The name of this machine may resolve to an address that the host does not listen on.
  const local = (url: string): string => url.replace(/^http:\/\/[^/]+:(\d+)/, 'http://127.0.0.1:$1');
  registration = {
    ...told,
    managementUrl: local(told.managementUrl),
    healthUrl: local(told.healthUrl),
    serviceUrl: local(told.serviceUrl),
  };
  expect(new URL(registration.serviceUrl).port).toBe(port);
});
afterAll(async () => {
  await platform.stop();
  await center.close();
  rmSync(directory, { recursive: true, force: true });
});

describe('design 11.2, 11.3: a center that knows Spring Boot', () => {
  it('sees the state of a registered host', async () => {
    const { status, type, text: body } = await ask(registration.healthUrl);
    expect([status, type]).toEqual([200, MEDIA_TYPE]);
    expect(JSON.parse(body)).toMatchObject({
      status: 'UP',
      components: {
        db: { status: 'UP', details: { database: text } },
        diskSpace: { details: { free: number } },
      },
      groups: ['liveness', 'readiness'],
    });
  });

  it('discovers the endpoints by their links', async () => {
    const { type, text: body } = await ask(registration.managementUrl);
    expect(type).toBe(MEDIA_TYPE);
    ({ _links: links } = JSON.parse(body) as { _links: typeof links });
    expect(links['self']?.href).toBe(registration.managementUrl);
    const asked =
      'self health health-path info env env-toMatch loggers loggers-name metrics metrics-requiredMetricName ' +
      'prometheus beans mappings scheduledtasks conditions startup threaddump heapdump logfile sbom sbom-id';
    expect(Object.keys(links)).toEqual(expect.arrayContaining(asked.split(' ')));
    for (const [name, { href, templated }] of Object.entries(links)) {
      expect([name, templated]).toEqual([name, href.includes('{')]);
    }
  });

  it('follows every link to an answer, and none without the credentials', async () => {
    const names: Readonly<Record<string, string>> = {
      path: 'db',
      toMatch: 'server.port',
      name: 'ROOT',
      requiredMetricName: 'process.uptime',
      id: 'application',
    };
    // The file of the log is not written in tests, and a dump and a profile are tested elsewhere.
    const apart = ['logfile', 'heapdump', 'cpuprofile', 'sbom-id'];
    for (const [link, { href }] of Object.entries(links)) {
      const url = href.replaceAll(/\{\*?(\w+)\}/g, (_all, name: string) => names[name] ?? expect.fail(name));
      const { status } = await fetch(url).then(async (response) => (await response.text(), response));
      expect([link, status]).toEqual([link, 401]);
      if (!apart.includes(link)) expect([link, (await ask(url)).status]).toEqual([link, 200]);
    }
  });

  it('shows info, environment and metrics', async () => {
    expect(await read('info')).toMatchObject({ build: { name: text, artifact: text, version: text } });
    const env = await read('env');
    expect(env).toMatchObject({ activeProfiles: list, propertySources: list });
    const [first] = env['propertySources'] as Array<{ name: string; properties: Record<string, object> }>;
    expect(first?.properties['management.password']).toEqual({ value: '******', origin: text });
    expect(await read('env-toMatch', { toMatch: 'platform.edition' })).toMatchObject({
      property: { source: 'configuration', value: 'publisher' },
      propertySources: [{ name: 'configuration', property: { value: 'publisher', origin: 'default' } }, {}],
    });
    const { names } = (await read('metrics')) as { names: string[] };
    const shown = [
      'process.uptime',
      'process.cpu.usage',
      'system.cpu.usage',
      'system.cpu.count',
      'disk.free',
    ];
    expect(names).toEqual(expect.arrayContaining([...shown, 'http.server.requests']));
    const requiredMetricName = 'http.server.requests';
    const query = '?tag=method:GET&tag=uri:/actuator/health';
    expect(await read('metrics-requiredMetricName', { requiredMetricName }, query)).toMatchObject({
      name: requiredMetricName,
      baseUnit: 'seconds',
      measurements: expect.arrayContaining([{ statistic: 'COUNT', value: number }]) as unknown[],
      availableTags: expect.arrayContaining([{ tag: 'status', values: ['200', '401'] }]) as unknown[],
    });
    for (const metric of names) {
      const { measurements } = await read('metrics-requiredMetricName', { requiredMetricName: metric });
      expect([metric, measurements]).toEqual([metric, list]);
    }
  });

  it('changes levels, with any media type of an actuator', async () => {
    const { levels, loggers } = await read('loggers');
    expect([levels, loggers]).toEqual([
      expect.arrayContaining(['INFO', 'DEBUG']),
      expect.objectContaining({ ROOT: { configuredLevel: 'INFO', effectiveLevel: 'INFO' } }),
    ]);
    const url = links['loggers']?.href ?? '';
    for (const type of [MEDIA_TYPE, 'application/vnd.spring-boot.actuator.v2+json', 'application/json']) {
      const set = (configuredLevel: string | null) =>
        ask(`${url}/ROOT`, {
          method: 'POST',
          headers: { 'content-type': type },
          body: JSON.stringify({ configuredLevel }),
        });
      expect(await set('DEBUG')).toMatchObject({ status: 204, text: '' });
      expect(await read('loggers-name', { name: 'ROOT' })).toEqual({
        configuredLevel: 'DEBUG',
        effectiveLevel: 'DEBUG',
      });
      expect((await set(null)).status).toBe(204);
      expect(await read('loggers-name', { name: 'ROOT' })).toEqual({
        configuredLevel: 'INFO',
        effectiveLevel: 'INFO',
      });
    }
    expect((await ask(`${url}/nobody`)).status).toBe(404);
  });

  it('shows what runs in the host', async () => {
    const contextOf = async (link: string) =>
      ((await read(link)) as { contexts: Record<string, Record<string, never>> }).contexts['platform'];
    const [bean] = Object.values((await contextOf('beans'))?.['beans'] ?? {});
    expect(bean).toMatchObject({ aliases: list, scope: 'singleton', type: text, dependencies: list });
    const mappings = (await contextOf('mappings'))?.['mappings'] as unknown as {
      dispatcherServlets: Record<string, unknown[]>;
    };
    expect(mappings).toMatchObject({ servletFilters: [], servlets: [] });
    for (const mapping of Object.values(mappings.dispatcherServlets).flat()) {
      expect(mapping).toMatchObject({ predicate: text, handler: text });
      const conditions = ['methods', 'patterns', 'params', 'headers', 'consumes', 'produces'];
      const { details } = mapping as { details: { requestMappingConditions: object } };
      expect(Object.keys(details.requestMappingConditions).sort()).toEqual(conditions.sort());
    }
    expect(await contextOf('conditions')).toMatchObject({ positiveMatches: {}, negativeMatches: {} });
    expect(await read('scheduledtasks')).toEqual({ cron: [], fixedDelay: [], fixedRate: [], custom: [] });
    const { timeline } = (await read('startup')) as { timeline: { events: unknown[] } };
    expect(timeline).toMatchObject({ startTime: time });
    expect(timeline.events[0]).toMatchObject({
      startTime: time,
      endTime: time,
      duration: expect.stringMatching(/^PT[\d.]+S$/) as string,
      startupStep: { name: text, id: 0, tags: [{ key: text, value: text }] },
    });
    const { threads } = (await read('threaddump')) as { threads: unknown[] };
    expect(threads[0]).toMatchObject({ threadName: text, threadId: 1, threadState: text, stackTrace: list });
  });
});
