import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import UserRights from './UserRights.vue';

const menu = { menuId: 1, parentId: 0, menuKey: 'host:dictionaries', menuName: 'Dictionaries' };
const menus = [{ ...menu, menuNames: {}, perms: 'system:dict:list', appCode: null, menuType: 'C' }];
const rights = [
  { permission: 'system:dict:list', roles: ['Clerks', 'Writers'] },
  { permission: 'hello:item:add', roles: ['Guests'] },
];

let unmount: (() => void) | undefined;
afterEach(() => unmount?.());

async function shown(of: readonly object[]) {
  const get = vi.fn(async (path: string) => (path.endsWith('/rights') ? of : menus));
  const list = vi.fn(async () => ({ total: 1, rows: menus }));
  const { page } = await mountPage(UserRights, {
    messages: { system: messages },
    props: { userId: 7 },
    http: { get, list } as never,
  });
  unmount = () => page.unmount();
  const lines = () => page.findAll('li').map((line) => line.text());
  const search = async (text: string) => {
    await page.get('input').setValue(text);
    await flushPromises();
    return lines();
  };
  return { page, get, lines, search };
}

it('names each right of a user with the roles that give it', async () => {
  const { lines, get } = await shown(rights);
  expect(get.mock.calls.map(([path]) => path)).toContain('/system/user/7/rights');
  expect(lines()[0]).toMatch(/Dictionaries.*system:dict:list.*Clerks, Writers/s);
  expect(lines()[1]).toMatch(/hello:item:add.*Guests/s);
});

it.each([
  ['by its key', ' HELLO:item ', ['hello:item:add']],
  ['by its name', 'dictionar', ['system:dict:list']],
  ['by a role', 'writers', ['system:dict:list']],
])('finds a right %s', async (_how, text, found) => {
  const { search } = await shown(rights);
  const lines = await search(text);
  expect(lines).toHaveLength(found.length);
  expect(lines[0]).toContain(found[0]);
});

it('says so where no right matches, and where a user has none', async () => {
  const { page, search } = await shown(rights);
  expect(await search('nothing')).toEqual([]);
  expect(page.text()).toContain(messages.user.rights.noMatch);
  unmount?.();
  const without = await shown([]);
  expect(without.page.text()).toContain(messages.user.rights.none);
  expect(without.page.find('input').exists()).toBe(false);
});

it('says of somebody with all rights just that', async () => {
  const { lines } = await shown([{ permission: '*:*:*', roles: ['Owners'] }]);
  expect(lines()[0]).toContain(messages.role.super);
  expect(lines()[0]).not.toContain('*:*:*');
});

it('follows to the rights of another user', async () => {
  const { page, get } = await shown(rights);
  await page.setProps({ userId: 8 } as object);
  await flushPromises();
  expect(get.mock.calls.map(([path]) => path)).toContain('/system/user/8/rights');
});
