import { join } from 'node:path';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { DATABASE } from '../../src/data/index.ts';
import { requestContext } from '../../src/kernel/index.ts';
import { PackageWorkshop, publicKeys } from '../../src/market/testing/test-packages.ts';
import { ApiClient } from '@platform/cli';
import { TestPlatform } from './platform.ts';

/** In everything that the first tenant has; no answer to another tenant holds it. */
export const MARK = 'kestrel-of-the-first-tenant';
const PASSWORD = 'seven-blue-kites';

const backend = {
  'controller/item.controller.ts': `
    import { AuthIgnore, Permission } from '@platform/plugin-sdk/auth';
    import { Database } from '@platform/plugin-sdk/orm';
    import { Controller, Delete, Get, Put, Type } from '@platform/plugin-sdk/web';
    interface Rows { demo_item: { id: number; title: string } }
    const one = { params: Type.Object({ id: Type.Integer() }) };
    @Controller('/demo/item', { inject: [Database] })
    export class ItemController {
      constructor(private readonly database: Database) {}
      private get query() { return this.database.query<Rows>(); }
      @Get('/own') own() { return this.query.selectFrom('demo_item').selectAll().execute(); }
      @Get('/list') @Permission('demo:item:list') list() { return this.own(); }
      @Get('/:id', { schema: one }) @Permission('demo:item:list')
      get(ctx: { params: { id: number } }) { return this.query.selectFrom('demo_item').selectAll().where('id', '=', ctx.params.id).execute(); }
      @Put('/:id', { schema: one }) @Permission('demo:item:add')
      async edit(ctx: { params: { id: number } }) { await this.query.updateTable('demo_item').set({ title: 'taken' }).where('id', '=', ctx.params.id).execute(); return 'done'; }
      @Delete('/:id', { schema: one }) @Permission('demo:item:add')
      async remove(ctx: { params: { id: number } }) { await this.query.deleteFrom('demo_item').where('id', '=', ctx.params.id).execute(); return 'done'; }
    }
    @Controller('/open/demo')
    export class OpenController {
      @Get('/hello') @AuthIgnore() hello() { return 'hello'; }
    }`,
};
const TABLE =
  'create table if not exists demo_item (id bigint primary key, tenant_id varchar(20), title varchar(50));';
const SEED = `insert into demo_item (id, tenant_id, title) select 1, '000000', '${MARK}' from (select 1 as x) as t where not exists (select 1 from demo_item where id = 1);`;

/** Tokens of those who ask. */
export interface Callers {
  /** User of the first tenant whose role has no permission. */
  readonly nobody: string;
  /** User of the first tenant with every permission by a role. */
  readonly holder: string;
  /** User of the other tenant with every permission, even those no tenant's administrator gets. */
  readonly stranger: string;
}

/**
 * A whole host with an application that two tenants have installed, and one record of each kind
 * that belongs to the first.
 */
export class TwoTenants {
  readonly platform: TestPlatform;
  readonly callers: Callers;
  readonly #workshop: PackageWorkshop;

  private constructor(platform: TestPlatform, callers: Callers, workshop: PackageWorkshop) {
    this.platform = platform;
    this.callers = callers;
    this.#workshop = workshop;
  }

  static async start(): Promise<TwoTenants> {
    const key = join(mkdtempSync(join(tmpdir(), 'platform-key-')), 'public.pem');
    writeFileSync(key, publicKeys[0] ?? '');
    const platform = await TestPlatform.start(['--session.login-rate-max=10000'], undefined, key);
    const workshop = await PackageWorkshop.open();
    await installFor(
      platform.api,
      await workshop.build({
        backend,
        migrations: { '01-create-demo-tables.sql': TABLE, '02-create-demo-seed-data.sql': SEED },
      }),
    );
    await fill(platform);
    const boss = { tenantId: 'acme', name: 'Acme', adminUserName: 'boss', adminPassword: PASSWORD };
    await platform.api.post('/system/tenant', boss);
    await everyMenuFor(platform, 'acme');
    const client = new ApiClient(platform.apiUrl);
    await client.login('boss', PASSWORD, 'acme');
    await client.post('/app/install', { appCode: 'demo' });
    const callers = {
      nobody: await client.login('nobody', PASSWORD),
      holder: await client.login('holder', PASSWORD),
      stranger: await client.login('boss', PASSWORD, 'acme'),
    };
    return new TwoTenants(platform, callers, workshop);
  }

  /** The `Cookie` header of a browser in which the holder of every permission has logged in. */
  async browserOfHolder(): Promise<string> {
    const response = await fetch(`${this.platform.apiUrl}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-session': 'cookie' },
      body: JSON.stringify({ username: 'holder', password: PASSWORD }),
    });
    return response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; ');
  }

  /** Rows of a statement, of all tenants. */
  rows(statement: string): Promise<ReadonlyArray<Record<string, unknown>>> {
    return rowsOf(this.platform, statement);
  }

  async remove(): Promise<void> {
    await this.platform.remove();
    await this.#workshop.close();
  }
}

async function installFor(api: ApiClient, file: string): Promise<void> {
  const { packageUrl, packageSha256 } = await api.upload<Record<string, string>>('/app/package/parse', file);
  const body = { packageUrl, packageSha256 };
  const { versionId, appId } = await api.post<Record<string, number>>('/app/version', body);
  await api.post(`/app/version/${versionId}/publish`);
  await api.post(`/app/console/${appId}/status?status=1`);
  await api.post('/app/install', { appCode: 'demo' });
}

/** One record of each kind, with the mark. */
async function fill(platform: TestPlatform): Promise<void> {
  const { api } = platform;
  const user = { nickName: MARK, password: PASSWORD };
  const menuIds = (await rowsOf(platform, 'select menu_id from sys_menu')).map((row) => row['menu_id']);
  const { roleId } = await api.post<{ roleId: number }>('/system/role', {
    roleName: MARK,
    roleKey: 'marked',
    dataScope: 'all',
    menuIds,
  });
  await api.post('/system/user', { ...user, userName: 'holder', roleIds: [roleId] });
  await api.post('/system/user', { ...user, userName: 'nobody' });
  await api.post('/system/config', { configName: MARK, configKey: 'kestrel.mark', configValue: MARK });
  const token = { name: MARK, scopes: ['system:dict:list'], expiresInDays: 1 };
  await api.post('/system/user/profile/tokens', token);
  await api.post('/system/dict/type', { dictName: MARK, dictType: 'kestrel_mark' });
  await api.post('/system/dict/data', { dictType: 'kestrel_mark', dictLabel: MARK, dictValue: MARK });
  await api.post('/system/dept', { deptName: MARK });
  await api.post('/system/post', { postCode: 'kestrel', postName: MARK });
  await api.post('/system/notice', { title: MARK, noticeType: 'notice', content: MARK, status: 1 });
  await api.post('/app/console/catalog-token', { name: MARK });
  const form = new FormData();
  form.append('file', new Blob([MARK]), `${MARK}.txt`);
  await fetch(`${platform.apiUrl}/resource/oss/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${platform.token}` },
    body: form,
  });
  const now = '2030-01-01T00:00:00.000Z';
  for (const statement of [
    `insert into sys_job (job_id, tenant_id, job_name, app_code, executor, cron, status) values (1, '000000', '${MARK}', 'demo', 'none', '0 0 1 1 *', 0)`,
    `insert into sys_job_log (log_id, tenant_id, job_id, status, message, node, start_time) values (1, '000000', 1, 'failed', '${MARK}', '0', '${now}')`,
    `insert into sys_user_notice (notice_id, tenant_id, user_id, source_id, title, notice_level) select 1, '000000', user_id, 'x', '${MARK}', 'info' from sys_user where user_name = 'holder'`,
    `insert into sys_message (row_id, status, queue, message_id, exchange, routing_key, body, headers_json, sender_tenant, available_at, reason) values (1, 'dead', 'platform.notices', 'm1', '', 'platform.notices', '"${MARK}"', '{}', '000000', '${now}', '${MARK}')`,
  ]) {
    await rowsOf(platform, statement);
  }
}

/**
 * Grants more than the host would grant to a tenant: a permission must still reach only the
 * tenant's own data.
 */
async function everyMenuFor(platform: TestPlatform, tenantId: string): Promise<void> {
  await rowsOf(
    platform,
    `insert into sys_role_menu (role_id, menu_id) select r.role_id, m.menu_id from sys_role r cross join sys_menu m
     where r.tenant_id = '${tenantId}' and not exists
     (select 1 from sys_role_menu x where x.role_id = r.role_id and x.menu_id = m.menu_id)`,
  );
}

async function rowsOf(
  platform: TestPlatform,
  statement: string,
): Promise<ReadonlyArray<Record<string, unknown>>> {
  const database = platform.services.use(DATABASE);
  const { rows } = await requestContext.runIgnoringTenant(() => database.raw(statement));
  return rows;
}
