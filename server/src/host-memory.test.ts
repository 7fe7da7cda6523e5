import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMonitoredHost, type MonitoredHost } from './actuator/testing/monitored-host.ts';
import { NODE_REGISTRY } from './cluster/index.ts';
import { DATABASE } from './data/index.ts';
import { describeHostDatabases } from './data/testing/databases.ts';
import { CLUSTER_BUS } from './infra/index.ts';
import { availableRedis } from './infra/testing/redis.ts';
import { requestContext } from './kernel/index.ts';
import { APPLICATION_ACCESS, QUARANTINE } from './plugin-runtime/index.ts';
import { NOTICE_FEED } from './system/index.ts';
import type { Client } from './system/testing/host.ts';

const PASSWORD = 'seven-blue-kites';
const HOUR_MS = 3_600_000;

/** Topics whose followers have tests of their own, where what is followed is seen. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  tasks: 'market/tasks/task-watch.test.ts',
  phases: 'market/operations/two-phases.test.ts',
  'load-again': 'market/follow-releases.test.ts',
  developed: 'market/runtime/developed-remotes.test.ts',
  rates: 'cluster/rate-exchange.test.ts',
};

const redis = await availableRedis();
afterAll(() => redis?.close());

await describeHostDatabases('issue 19: what two hosts remember', ['sqlite', 'postgres'], ({ name, args }) => {
  if (!redis || name === 'sqlite') return void it.skip('needs a database server, and Redis on loopback');

  let one: MonitoredHost;
  let two: MonitoredHost;
  let oneAdmin: Client;
  let twoAdmin: Client;
  const directories: string[] = [];

  const start = async (): Promise<MonitoredHost> => {
    const directory = await mkdtemp(join(tmpdir(), 'platform-memory-'));
    const [first] = directories;
    if (first) await cp(join(first, 'config'), join(directory, 'config'), { recursive: true });
    directories.push(directory);
    const cache = [
      '--cache.type=redis',
      '--cache.url=redis://127.0.0.1:6379/0',
      `--cache.key-prefix=${redis.prefix}`,
    ];
    return startMonitoredHost({
      directory,
      args: [...args, ...cache, '--database.pool-size=4', '--platform.development=true'],
    });
  };

  beforeAll(async () => {
    one = await start();
    two = await start();
    [oneAdmin, twoAdmin] = [await one.admin(), await two.admin()];
  });
  afterAll(async () => {
    await one.stop();
    await two.stop();
    for (const directory of directories) await rm(directory, { recursive: true, force: true });
  });

  /** Keeps the periodic reads of the second host from becoming due meanwhile. */
  async function withoutAge(work: () => Promise<void>): Promise<void> {
    two.clock.advance(-HOUR_MS);
    try {
      await work();
    } finally {
      two.clock.advance(HOUR_MS);
    }
  }

  /** Events of a shell that is open on a host. */
  async function shellOn(host: MonitoredHost): Promise<{ seen: string[]; close: () => Promise<void> }> {
    const login = await host.anonymous('POST', '/auth/login', {
      username: 'admin',
      password: 'granite-otter-42',
    });
    const { token } = login.body.data as unknown as { token: string };
    const closing = new AbortController();
    const response = await fetch(`${host.origin}/app/runtime/events`, {
      headers: { authorization: `Bearer ${token}` },
      signal: closing.signal,
    });
    const seen: string[] = [];
    const reading = (async () => {
      const decoder = new TextDecoder();
      for await (const chunk of response.body ?? []) seen.push(decoder.decode(chunk as Uint8Array));
    })().catch(() => undefined);
    await expect.poll(() => response.status).toBe(200);
    return {
      seen,
      close: async () => {
        closing.abort();
        await reading;
      },
    };
  }

  const adminId = async (): Promise<number> => {
    const list = await oneAdmin('GET', '/system/user/list?userName=admin');
    return Number(list.body.rows?.[0]?.['userId']);
  };

  const rows = <T>(work: () => Promise<T>): Promise<T> => requestContext.runIgnoringTenant(work);

  /** Changes something on the first host, and expects it of the second. */
  const walk: Readonly<Record<string, () => Promise<void>>> = {
    async sessions() {
      await oneAdmin('POST', '/system/user', { userName: 'evelyn', nickName: 'Eve', password: PASSWORD });
      const eve = await two.login('evelyn', PASSWORD);
      const asked = async (): Promise<number> => (await eve('GET', '/auth/sessions')).status;
      expect(await asked()).toBe(200);
      const list = await oneAdmin('GET', '/system/user/list?userName=evelyn');
      const userId = list.body.rows?.[0]?.['userId'];
      await withoutAge(async () => {
        expect((await oneAdmin('PUT', '/system/user', { userId, status: 0 })).status).toBe(200);
        await expect.poll(asked).toBe(401);
      });
    },
    async menus() {
      const tree = async (): Promise<string> => (await twoAdmin('GET', '/system/menu/getRouters')).text;
      expect(await tree()).not.toContain('walked');
      const menu = { menuName: 'walked', menuType: 'C', path: 'walked', component: 'host:tasks/list' };
      await withoutAge(async () => {
        const made = await oneAdmin('POST', '/system/menu', { ...menu, menuKey: 'host:walked' });
        expect(made.status, made.text).toBe(200);
        await expect.poll(tree).toContain('walked');
      });
    },
    async tenants() {
      const tenant = { tenantId: 'acme', name: 'Acme', adminUserName: 'boss', adminPassword: PASSWORD };
      const open = async (): Promise<number> =>
        (await two.anonymous('GET', '/open/hello/config', undefined, { 'x-tenant-id': 'acme' })).status;
      expect(await open()).toBe(404);
      await withoutAge(async () => {
        expect((await oneAdmin('POST', '/system/tenant', tenant)).status).toBe(200);
        await expect.poll(open).toBe(200);
      });
    },
    async apps() {
      const access = two.services.use(APPLICATION_ACCESS);
      expect(access.state('000000', 'walked')).toBe('none');
      await rows(() =>
        one.services
          .use(DATABASE)
          .query.insertInto('app_install')
          .values({
            install_id: 1,
            tenant_id: '000000',
            app_code: 'walked',
            version: '1.0.0',
            status: 1,
            installed_at: new Date().toISOString(),
          })
          .execute(),
      );
      await (one.services.use(APPLICATION_ACCESS) as unknown as { refresh(): Promise<void> }).refresh();
      await expect.poll(() => access.state('000000', 'walked')).toBe('enabled');
    },
    async 'runtime-events'() {
      const shell = await shellOn(two);
      const served = await oneAdmin('PUT', '/platform/development/remotes/walked', {
        entry: 'http://localhost:5174/index.js',
      });
      expect(served.status, served.text).toBe(200);
      await expect.poll(() => shell.seen.join('')).toContain('event: developed');
      await shell.close();
    },
    async notices() {
      const shell = await shellOn(two);
      one.services.use(NOTICE_FEED).tell([await adminId()]);
      await expect.poll(() => shell.seen.join('')).toContain('event: notice');
      await shell.close();
    },
    async schema() {
      const known = async () => (await two.services.use(DATABASE).tenantTables()).has('walked');
      expect(await known()).toBe(false);
      const table = 'create table walked (id bigint primary key, tenant_id varchar(20) not null)';
      await one.services.use(DATABASE).executeScript(table);
      await expect.poll(known).toBe(true);
    },
    async quarantine() {
      const [here, there] = [one, two].map((host) => host?.services.use(QUARANTINE));
      await rows(() =>
        one.services
          .use(DATABASE)
          .query.insertInto('sys_quarantine')
          .values({ app_code: 'walked', version: '1.0.0', incident_id: 1, since: new Date().toISOString() })
          .execute(),
      );
      for (const each of [here, there])
        await rows(() => (each as unknown as { refresh(): Promise<void> }).refresh());
      expect(there?.find('walked', '1.0.0')).toBeDefined();
      await here?.release('walked', '1.0.0');
      await expect.poll(() => there?.find('walked', '1.0.0')).toBeUndefined();
    },
    async nodes() {
      const ready = async () => (await two.see('/actuator/health/readiness')).status;
      expect(await ready()).toBe(200);
      const { nodeId } = two.services.use(NODE_REGISTRY);
      await one.services.use(NODE_REGISTRY).setDraining(nodeId, true);
      await expect.poll(ready).toBe(503);
      await one.services.use(NODE_REGISTRY).setDraining(nodeId, false);
      await expect.poll(ready).toBe(200);
    },
    async loggers() {
      const set = await one.see('/actuator/loggers/ROOT?scope=platform', {
        method: 'POST',
        body: JSON.stringify({ configuredLevel: 'WARN' }),
        headers: { 'content-type': 'application/json' },
      });
      expect(set.status).toBe(204);
      const root = async () => (await two.see('/actuator/loggers/ROOT')).json as { effectiveLevel: string };
      await expect.poll(async () => (await root()).effectiveLevel).toBe('WARN');
    },
    async questions() {
      const { nodeId } = two.services.use(NODE_REGISTRY);
      const work = async () => (await oneAdmin('GET', `/monitor/work?nodeId=${nodeId}`)).body;
      // A busy machine may take longer than a question waits.
      await expect.poll(work).toMatchObject({ code: 200, data: { nodeId } });
    },
  };

  it.each(Object.keys(walk))('the second follows %s', async (topic) => {
    await walk[topic]?.();
  });

  it('is what the table of docs/several-hosts.md says, and all of it is walked through', async () => {
    const text = await readFile(new URL('../../docs/several-hosts.md', import.meta.url), 'utf8');
    const table = /## Caches of a host[^]*?\n\n(\|[^]*?)\n\n/.exec(text)?.[1] ?? '';
    const documented = [...table.matchAll(/\| `([\w-]+)` +\|$/gm)].map(([, topic]) => topic).sort();
    expect([...two.services.use(CLUSTER_BUS).topics].sort()).toEqual(documented);
    expect([...Object.keys(walk), ...Object.keys(ELSEWHERE)].sort()).toEqual(documented);
  });
});
