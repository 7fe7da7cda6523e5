import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { LoginHelper } from '@platform/plugin-sdk/auth';
import { ConfigService, NoticeService } from '@platform/plugin-sdk/core';
import { OssService } from '@platform/plugin-sdk/oss';
import { buildJar } from '@platform/packager';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE } from '../data/index.ts';
import { describeHostDatabases } from '../data/testing/databases.ts';
import { defineModule, requestContext } from '../kernel/index.ts';
import { PluginWorkshop } from './testing/plugin-project.ts';
import { TestHost, TOKEN } from './testing/test-host.ts';

const plugins = fileURLToPath(new URL('../../../plugins', import.meta.url));
const scripts: Readonly<Record<string, readonly string[]>> = {
  hello: [
    '01-create-hello-tables',
    '02-create-hello-seed-data',
    '03-create-hello-website-config',
    '04-translate-hello-settings',
  ],
  member: ['01-create-member-tables', '02-create-member-seed-data'],
};
const { promise: workshop, resolve: openWorkshop } = Promise.withResolvers<PluginWorkshop>();

/** Notices that the applications sent, with the tenant. */
let told: unknown[] = [];

/** Stands for what the system module provides. */
const capabilities = defineModule({
  name: 'capabilities',
  setup: (ctx) => {
    ctx.provide(ConfigService, { get: async (key: string) => `value of ${key}` } as unknown as ConfigService);
    ctx.provide(OssService, { url: async (id: number) => `/upload/${id}` } as unknown as OssService);
    ctx.provide(NoticeService, {
      send: async (...notice: unknown[]) => void told.push([requestContext.current()?.tenantId, ...notice]),
    });
    ctx.provide(LoginHelper, {
      require: () => ({ userId: 1, userName: 'tester', tenantId: '000000', roles: [], permissions: [] }),
    } as unknown as LoginHelper);
  },
});

beforeAll(async () => {
  const opened = await PluginWorkshop.open();
  for (const code of ['hello', 'member']) {
    await buildJar(
      join(plugins, `platform-${code}`),
      join(opened.pluginDir, `platform-${code}-plugin-1.0.0.jar`),
    );
  }
  openWorkshop(opened);
});
afterAll(async () => (await workshop).close());

await describeHostDatabases('the sample applications', ({ args }) => {
  let host: TestHost;
  const send = (path: string, method: string, body?: unknown) =>
    host.get(path, {
      method,
      token: TOKEN,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });

  const memberJar = async () => join((await workshop).pluginDir, 'platform-member-plugin-1.0.0.jar');

  beforeAll(async () => {
    told = [];
    host = await TestHost.start({ args, modules: [capabilities], permissions: ['*:*:*'] }, await workshop);
    const database = host.modules.services.use(DATABASE);
    for (const [code, names] of Object.entries(scripts)) {
      for (const name of names) {
        const script = await readFile(join(plugins, `platform-${code}/migrations/${name}.sql`), 'utf8');
        // Twice: scripts are idempotent (spec: L1).
        await database.executeScript(script);
        await database.executeScript(script);
      }
    }
    // As after an installation: statements are prepared on the migrated database (design 16-1).
    await host.runtime.loadAll();
  });
  afterAll(() => host.stop({ keepFiles: true }));

  it('spec: Verification order; Endpoints/GET /hello/greet; Endpoints/GET /hello/item/list; Endpoints/GET /open/hello/greet: loading, data side, open without token, admin without token', async () => {
    expect(host.runtime.describe().map(({ appCode, state }) => [appCode, state])).toEqual([
      ['hello', 'loaded'],
      ['member', 'loaded'],
    ]);
    expect(await host.get('/hello/greet?name=Ada')).toMatchObject({
      status: 200,
      body: { code: 200, data: 'Hello, Ada!' },
    });
    expect(await host.get('/hello/item/list')).toMatchObject({
      status: 200,
      body: {
        code: 200,
        total: 2,
        rows: [
          { id: 2, status: 'done', remark: null, createTime: '2026-01-01T08:00:00.000Z' },
          { id: 1, status: 'open' },
        ],
      },
    });
    expect(await host.get('/open/hello/greet', {})).toMatchObject({
      status: 200,
      body: { data: 'Hello, world!' },
    });
    expect(await host.get('/hello/item/list', {})).toMatchObject({ status: 401 });
  });

  it('spec: Sample application: one table, two rows, its site configuration; two kinds of scheduled task, open endpoints', async () => {
    const database = host.modules.services.use(DATABASE);
    const config = await database.raw(
      "select config_key from sys_config where config_category = 'hello' and tenant_id = '000000'",
    );
    expect(config.rows.length).toBeGreaterThanOrEqual(8);
    expect((await database.raw("select * from hello_item where tenant_id = '000000'")).rows).toHaveLength(2);
    const created = await Promise.all(
      scripts['hello']!.map((name) =>
        readFile(join(plugins, `platform-hello/migrations/${name}.sql`), 'utf8'),
      ),
    );
    expect(created.join('').match(/create table (?:if not exists )?\w+/gi)).toEqual([
      'CREATE TABLE IF NOT EXISTS hello_item',
    ]);
    const hello = host.runtime.describe('hello');
    expect(hello?.schedules).toMatchObject([{ when: expect.any(String) as string }]);
    expect(hello?.jobs).toMatchObject([{ name: 'helloReport' }]);
    const open = hello?.routes.filter(({ url }) => url.startsWith('/open/hello/'));
    expect(open?.map(({ url }) => url).sort()).toEqual([
      '/open/hello/config-via-plugin',
      '/open/hello/greet',
    ]);
  });

  it("spec: E4: a greeting of hello comes back to hello as a message, for the sender's tenant", async () => {
    const sent = await send('/hello/demo/message/greet', 'POST', { name: 'Ada' });
    const { messageId } = sent.body['data'] as { messageId: string };
    const taken = () => host.log.find(({ fields }) => fields['messageId'] === messageId);
    await expect
      .poll(taken)
      .toMatchObject({ message: 'Greeting taken', fields: { name: 'Ada', attempt: 1 } });
    expect(told).toEqual([['000000', { users: [1] }, { title: 'Hello, Ada!', link: '/hello/demo' }]]);
  });

  it('adds, changes, pages, orders and deletes items', async () => {
    const added = await send('/hello/item', 'POST', { title: '100% of_it', status: 'open', remark: 'x' });
    expect(added).toMatchObject({ status: 200, body: { data: { title: '100% of_it', remark: 'x' } } });
    const { id, createTime } = added.body['data'] as { id: number; createTime: string };
    expect(createTime).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(await send('/hello/item', 'PUT', { id, title: '100% of_it', status: 'done' })).toMatchObject({
      body: { data: { id, status: 'done', remark: null } },
    });
    expect(await host.get(`/hello/item/list?title=${encodeURIComponent('0% OF_')}`)).toMatchObject({
      body: { total: 1 },
    });
    expect(await host.get('/hello/item/list?title=%25')).toMatchObject({ body: { total: 1 } });
    expect(
      await host.get('/hello/item/list?orderByColumn=title&isAsc=asc&pageSize=2&pageNum=2'),
    ).toMatchObject({
      body: { total: 3, rows: [{ id: 1 }] },
    });
    expect(await host.get('/hello/item/list?orderByColumn=secret')).toMatchObject({
      status: 400,
      body: { error: 'ORDER_COLUMN_UNKNOWN' },
    });
    expect(await send(`/hello/item/${id},99`, 'DELETE')).toMatchObject({ body: { data: { removed: 1 } } });
    expect(await host.get(`/hello/item/${id}`)).toMatchObject({
      status: 404,
      body: { error: 'HELLO_ITEM_NOT_FOUND' },
    });
    expect(await host.get('/hello/item/list')).toMatchObject({ body: { total: 2 } });
  });

  it('counts items by a statement of its mapper XML (spec: L7)', async () => {
    expect(await host.get('/hello/item/count')).toMatchObject({
      status: 200,
      body: {
        data: [
          { status: 'open', total: 1 },
          { status: 'done', total: 1 },
        ],
      },
    });
    expect(await host.get('/hello/item/count?from=2030-01-01T00:00:00.000Z')).toMatchObject({
      body: { data: [] },
    });
    expect(await host.get('/hello/item/count?from=yesterday')).toMatchObject({ status: 400 });
  });

  it('uses the host through its capabilities (spec: Authentication 2; Endpoints/GET /hello/demo/host/config; Endpoints/GET /hello/demo/host/oss-url; Endpoints/GET /hello/demo/host/whoami; Endpoints/GET /open/hello/config-via-plugin)', async () => {
    expect(await host.get('/hello/demo/host/config')).toMatchObject({
      body: { data: { name: 'value of hello.name' } },
    });
    expect(await host.get('/hello/demo/host/oss-url?ossId=5')).toMatchObject({
      body: { data: { url: '/upload/5' } },
    });
    expect(await host.get('/hello/demo/host/whoami')).toMatchObject({
      body: { data: { userName: 'tester' } },
    });
    expect(await host.get('/open/hello/config-via-plugin', {})).toMatchObject({ status: 200 });
  });

  it('spec: L8; Endpoints/GET /hello/demo/cross/service: calls member, and works without it', async () => {
    expect(await host.get('/hello/demo/cross/service?userId=1')).toMatchObject({
      body: { data: { available: true, member: { userId: 1, active: true } } },
    });
    expect(await host.get('/hello/demo/cross/service?userId=999')).toMatchObject({
      body: { data: { available: true, greeting: 'Hello, user 999!' } },
    });
    await host.runtime.unload('member');
    expect(await host.get('/hello/demo/cross/service?userId=1')).toMatchObject({
      status: 200,
      body: { data: { available: false, greeting: 'Hello, user 1!' } },
    });
    await host.runtime.load('member', await memberJar());
  });

  it('spec: L8; Endpoints/GET /hello/demo/cross/mapper: reads by the mapper of member, also after it was away', async () => {
    const present = {
      body: { data: { available: true, total: 3, newest: [{ id: 3, level: 'bronze' }, {}, {}] } },
    };
    expect(await host.get('/hello/demo/cross/mapper')).toMatchObject(present);
    await host.runtime.unload('member');
    expect(await host.get('/hello/demo/cross/mapper')).toMatchObject({
      status: 200,
      body: { data: { available: false, total: 0, newest: [] } },
    });
    expect(host.runtime.describe('hello')?.skipped).toEqual([
      { name: 'cn.platform.hello.task.MemberGreeter', missing: '@plugins/platform-member' },
    ]);
    const report = await host.runtime.load('member', await memberJar());
    expect(report.rebuilt).toEqual(['hello']);
    expect(await host.get('/hello/demo/cross/mapper')).toMatchObject(present);
    expect(host.runtime.describe('hello')?.skipped).toEqual([]);
  });

  it('serves members, each with its own phone number', async () => {
    const ada = { name: 'Ada', phone: '+44 20 7946 0102', level: 'gold', points: 1, status: 'active' };
    expect(await host.get('/member/member/list?level=gold')).toMatchObject({
      body: { total: 1, rows: [{ points: 5400 }] },
    });
    expect(await send('/member/member', 'POST', ada)).toMatchObject({ status: 200 });
    // hello listens to what member publishes.
    await expect
      .poll(() => host.log.filter(({ message }) => message === 'A member was added'))
      .toMatchObject([{ fields: { appCode: 'hello', memberId: expect.anything() as number } }]);
    expect(await send('/member/member', 'POST', ada)).toMatchObject({
      status: 409,
      body: { error: 'MEMBER_PHONE_TAKEN' },
    });
    expect(await send('/member/member', 'POST', { ...ada, level: 'tin' })).toMatchObject({
      status: 400,
      body: { error: 'VALIDATION_FAILED' },
    });
  });
});
