// @vitest-environment node
import { expect, it, vi } from 'vitest';
import { recordSources } from './record-sources.ts';

const rows: Record<string, object[]> = {
  '/system/user/list': [{ userId: 7, userName: 'ann', nickName: 'Ann Lee' }],
  '/system/role/list': [{ roleId: 3, roleName: 'Editors' }],
  '/system/tenant/list': [{ tenantId: 'acme', name: 'Acme' }],
  '/app/task/list': [{ taskId: 12, kind: 'install', appCode: 'hello', version: '1.0.0' }],
  '/system/config/list': [
    { configKey: 'site.name', configName: 'Name', configNames: { zh: '名称' } },
    { configKey: 'x', configName: null },
  ],
};

function sourcesOf(permissions: readonly string[], pages: readonly string[], locale = 'en-US') {
  const list = vi.fn(async (url: string) => ({ rows: rows[url] ?? [], total: 0 }));
  const sources = recordSources({
    http: { list: list as never },
    navigation: { pagePath: (page) => (pages.includes(page) ? `/${page.slice(5)}` : undefined) },
    can: (permission) => permissions.includes(permission),
    kindName: (key) => `kind ${key}`,
    locale,
    taskTitle: ({ kind, appCode }) => `${kind} ${appCode}`,
  });
  const search = (key: string) =>
    sources.find((source) => source.key === key)?.search('a', new AbortController().signal);
  return { keys: sources.map(({ key }) => key), list, search };
}

it('design 15.6: only lists that the person may read, behind pages that the person has, are searched', () => {
  const pages = ['host:system/users', 'host:system/roles', 'host:market/list', 'host:tasks/list'];
  expect(sourcesOf([], pages).keys).toEqual(['market']);
  expect(sourcesOf(['system:user:list', 'system:tenant:list'], pages).keys).toEqual(['market', 'users']);
  expect(sourcesOf(['system:user:list'], []).keys).toEqual([]);
});

it('what is found leads to the record, or to the list narrowed to it', async () => {
  const pages = ['system/users', 'system/roles', 'tenants/list', 'tasks/list', 'system/config'].map(
    (page) => `host:${page}`,
  );
  const lists = ['system:user', 'system:role', 'system:tenant', 'app:install', 'system:config'];
  const permissions = lists.map((list) => `${list}:list`);
  const { search, list } = sourcesOf(permissions, pages);
  expect(await search('users')).toEqual([
    {
      id: 7,
      title: 'Ann Lee · ann',
      context: 'kind users',
      to: { path: '/system/users', query: { name: 'ann' } },
    },
  ]);
  expect(list).toHaveBeenCalledExactlyOnceWith(
    '/system/user/list',
    { pageNum: 1, pageSize: 4, name: 'a' },
    expect.objectContaining({ anonymous: true }),
  );
  expect(await sourcesOf([...permissions, 'system:user:query'], pages).search('users')).toMatchObject([
    { to: '/system/users/7' },
  ]);
  expect(await search('roles')).toMatchObject([
    { to: { path: '/system/roles', query: { roleName: 'Editors' } } },
  ]);
  expect(await sourcesOf([...permissions, 'system:role:query'], pages).search('roles')).toMatchObject([
    { to: '/system/roles/3' },
  ]);
  expect(await search('tenants')).toMatchObject([{ to: { path: '/tenants/list', query: { name: 'Acme' } } }]);
  expect(await sourcesOf([...permissions, 'system:tenant:query'], pages).search('tenants')).toMatchObject([
    { to: '/tenants/list/acme' },
  ]);
  expect(await search('tasks')).toMatchObject([
    { title: 'install hello', context: 'kind tasks 12', to: '/tasks/list/12' },
  ]);
  expect((await search('settings'))?.map(({ context }) => context)).toEqual(['Name', 'kind settings']);
});

it('settings are found by name or key, and named in the language of the shell', async () => {
  const { search, list } = sourcesOf(['system:config:list'], ['host:system/config'], 'zh-CN');
  expect((await search('settings'))?.[0]).toMatchObject({
    title: 'site.name',
    context: '名称',
    to: { path: '/system/config', query: { name: 'site.name' } },
  });
  const query = { pageNum: 1, pageSize: 4, name: 'a' };
  expect(list).toHaveBeenCalledWith('/system/config/list', query, expect.anything());
});
