import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { DATABASE, type Database } from '../../data/index.ts';
import { requestContext } from '../../kernel/index.ts';
import { startTestHost } from '../testing/host.ts';
import { FIRST_START } from './first-start.ts';

it('generates the first password if none is configured, and prints it once', async () => {
  const host = await startTestHost({ args: ['--platform.admin-password='] });
  const firstStart = host.services.use(FIRST_START);
  const administrator = firstStart.take();
  expect(administrator).toMatchObject({ tenantId: '000000', userName: 'admin', generated: true });
  expect(administrator?.password).toHaveLength(16);
  expect(firstStart.take()).toBeUndefined();
  await host.login('admin', administrator?.password ?? '');
  await host.stop();
});

it.each(['admin123', 'admin-admin-1', 'short'])(
  'does not start with the weak password %j',
  async (password) => {
    const start = startTestHost({ args: [`--platform.admin-password=${password}`] });
    await expect(start).rejects.toMatchObject({
      code: 'PASSWORD_TOO_WEAK',
      message: expect.stringContaining('platform.admin-password (PLATFORM_ADMIN_PASSWORD)') as string,
    });
    await expect(start).rejects.not.toThrow(password);
  },
);

it('spec: V8, a database of the first version gets the menus of later pages, once', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'platform-menus-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const later = [
    'host:logs',
    'host:doctor',
    'host:system:token:list',
    'host:system:rightsLog:list',
    'host:tokens',
    'host:rights-log',
    'host:login-providers',
    'host:system:loginProvider:query',
    'host:nodes',
    'host:monitor:node:edit',
    'host:menus',
    'host:dictionaries',
    'host:departments',
    'host:posts',
    'host:system:dept:add',
    'host:tenants',
    'host:oper-log',
    'host:login-log',
    'host:online',
    'host:messaging',
    'host:monitor',
    'host:monitor:metrics:edit',
    'host:monitor:diagnosis:query',
    'host:api',
    'host:files',
    'host:storages',
    'host:notices',
  ];
  let menus: string[] = [];
  const run = async (work: (database: Database['query']) => Promise<unknown>): Promise<void> => {
    const host = await startTestHost({ directory });
    await requestContext.runIgnoringTenant(async () => {
      const { query } = host.services.use(DATABASE);
      const rows = await query.selectFrom('sys_menu').select('menu_key').execute();
      menus = rows.map((row) => row.menu_key ?? '');
      await work(query);
    });
    await host.stop();
  };
  const remove = (query: Database['query']) =>
    query.deleteFrom('sys_menu').where('menu_key', 'in', later).execute();
  const menuOf = (query: Database['query'], menuKey: string) =>
    query
      .selectFrom('sys_menu')
      .where('menu_key', '=', menuKey)
      .select(['menu_id', 'parent_id'])
      .executeTakeFirstOrThrow();
  await run(async (query) => {
    await remove(query);
    const { menu_id: system } = await menuOf(query, 'host:system');
    await query
      .updateTable('sys_menu')
      .set({ parent_id: system })
      .where('menu_key', '=', 'host:system:menu:edit')
      .execute();
    await query.deleteFrom('sys_config').where('config_key', '=', 'platform.init.additions').execute();
  });
  await run(async (query) => {
    const [page, button] = [await menuOf(query, 'host:menus'), await menuOf(query, 'host:system:menu:edit')];
    expect(button.parent_id).toBe(page.menu_id);
    await remove(query);
  });
  expect(menus).toEqual(expect.arrayContaining(later));
  await run(() => Promise.resolve());
  expect(menus.filter((key) => later.includes(key))).toEqual([]);
});

it('spec: V8, pages of the one former directory move into groups; what an operator moved stays', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'platform-groups-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const run = async (work: (query: Database['query']) => Promise<unknown>): Promise<void> => {
    const host = await startTestHost({ directory });
    await requestContext.runIgnoringTenant(() => work(host.services.use(DATABASE).query));
    await host.stop();
  };
  const groups = ['host:people', 'host:content', 'host:security'];
  const parentKeyOf = async (query: Database['query'], menuKey: string) => {
    const row = await query
      .selectFrom('sys_menu as m')
      .innerJoin('sys_menu as p', 'p.menu_id', 'm.parent_id')
      .where('m.menu_key', '=', menuKey)
      .select('p.menu_key')
      .executeTakeFirstOrThrow();
    return row.menu_key;
  };
  await run(async (query) => {
    const rows = await query.selectFrom('sys_menu').select(['menu_id', 'menu_key', 'parent_id']).execute();
    const idOf = (menuKey: string) => rows.find((row) => row.menu_key === menuKey)?.menu_id ?? 0;
    const inGroups = groups.map(idOf);
    await query
      .updateTable('sys_menu')
      .set({ parent_id: idOf('host:system') })
      .where('parent_id', 'in', inGroups)
      .execute();
    for (const key of ['host:system:token:remove', 'host:system:rightsLog:list'])
      await query
        .updateTable('sys_menu')
        .set({ parent_id: idOf('host:system') })
        .where('menu_key', '=', key)
        .execute();
    await query
      .updateTable('sys_menu')
      .set({ parent_id: idOf('host:apps') })
      .where('menu_key', '=', 'host:files')
      .execute();
    await query.deleteFrom('sys_menu').where('menu_id', 'in', inGroups).execute();
    await query.updateTable('sys_tenant').set({ excluded_menus: '["host:system"]' }).execute();
    await query
      .updateTable('sys_config')
      .set({ config_value: '13' })
      .where('config_key', '=', 'platform.init.additions')
      .execute();
  });
  await run(async (query) => {
    const parents = await Promise.all(
      ['users', 'online', 'notices', 'files', 'oper-log', 'config'].map((page) =>
        parentKeyOf(query, `host:${page}`),
      ),
    );
    expect(parents).toEqual([
      'host:people',
      'host:people',
      'host:content',
      'host:apps',
      'host:security',
      'host:system',
    ]);
    expect(await parentKeyOf(query, 'host:system:token:remove')).toBe('host:tokens');
    expect(await parentKeyOf(query, 'host:system:rightsLog:list')).toBe('host:rights-log');
    const tenant = await query.selectFrom('sys_tenant').select('excluded_menus').executeTakeFirstOrThrow();
    expect(JSON.parse(tenant.excluded_menus ?? '[]')).toEqual(['host:system', ...groups]);
  });
});
