import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import type { Menu } from '../api/menus-api.ts';
import messages from '../i18n/en-US.ts';
import MenuDrawer from './MenuDrawer.vue';

const menu = (menuId: number, menuType: Menu['menuType'], more: Partial<Menu> = {}) =>
  ({
    ...{ menuId, menuType, menuName: `Menu ${menuId}`, menuKey: `host:m${menuId}`, parentId: 0 },
    ...{ path: `p${menuId}`, component: 'host:a/b', perms: '', icon: '', orderNum: menuId, visible: true },
    ...{ status: 1, appCode: null, queryParam: null, isFrame: false, isCache: true },
    ...{ updateTime: '2026-11-24T10:00:00.000Z', ...more },
  }) as unknown as Menu;
const menus = [menu(1, 'M'), menu(2, 'C', { parentId: 1 }), menu(3, 'C', { appCode: 'hello', parentId: 1 })];

let unmount: (() => void) | undefined;
afterEach(() => unmount?.());

type Opened = { menu?: Menu | undefined; parent?: Menu | undefined; nameOf?: (of: Menu) => string };

async function opened({ menu, parent, nameOf = (of) => of.menuName }: Opened = {}) {
  const api = { add: vi.fn(async () => ({ menuId: 9 })), edit: vi.fn(async (_change: object) => undefined) };
  const { page } = await mountPage(MenuDrawer, {
    messages: { menus: messages },
    props: { modelValue: true, menu, parent, menus, api, nameOf, ownerOf: () => 'Tasks of work' },
    http: {},
  });
  unmount = () => page.unmount();
  const drawer = document.querySelector<HTMLElement>('.el-drawer');
  if (!drawer) throw new Error('The drawer is not open.');
  const item = (label: string) =>
    [...drawer.querySelectorAll<HTMLElement>('.el-form-item')].find(
      (each) => each.querySelector('.el-form-item__label')?.textContent.trim() === label,
    );
  const input = (label: string) => item(label)?.querySelector('input');
  const type = async (label: string, text: string) => {
    const field = input(label);
    if (!field) throw new Error(`There is no field "${label}".`);
    field.value = text;
    field.dispatchEvent(new Event('input'));
    await flushPromises();
  };
  const kind = async (label: string) => {
    [...drawer.querySelectorAll('button')].find((each) => each.textContent.trim() === label)?.click();
    await flushPromises();
  };
  const save = async () => {
    drawer.querySelector('form')?.requestSubmit();
    await flushPromises();
  };
  const wrong = (...texts: string[]) =>
    vi.waitFor(() => {
      const found = [...drawer.querySelectorAll('.el-form-item__error')].map((each) =>
        each.textContent.trim(),
      );
      expect(found).toEqual(texts);
    });
  return { page, api, drawer, item, input, type, kind, save, wrong };
}

it('adds a page below a directory, under the key of the platform', async () => {
  const { page, api, type, save } = await opened({ parent: menus[0] });
  await type(messages.name, 'Reports');
  await type(messages.key, 'reports');
  await type(messages.path, 'reports');
  await type(messages.component, 'remote:hello/list');
  await save();
  await vi.waitFor(() => expect(page.emitted('saved')).toEqual([['Reports']]));
  expect(api.add).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ menuKey: 'host:reports', menuName: 'Reports', menuType: 'C', parentId: 1 }),
  );
});

it('adds a button below a page, which needs a permission and no path', async () => {
  const { api, item, type, save, wrong } = await opened({ parent: menus[1] });
  expect(item(messages.path)).toBeUndefined();
  expect(item(messages.icon)).toBeUndefined();
  await type(messages.name, 'Add');
  await type(messages.key, 'add');
  await save();
  await wrong(messages.wrong.perms);
  await type(messages.perms, 'hello:item:add');
  await save();
  await vi.waitFor(() =>
    expect(api.add).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ menuType: 'F', parentId: 2, perms: 'hello:item:add', path: '' }),
    ),
  );
});

it('asks for what a page needs, and for no page where a new browser tab opens', async () => {
  const { api, drawer, type, save, wrong } = await opened();
  await save();
  const { name, key, path, component } = messages.wrong;
  await wrong(name, key, path, component);
  expect(api.add).not.toHaveBeenCalled();
  await type(messages.name, 'Shop');
  await type(messages.key, 'shop');
  await type(messages.path, 'https://shop.example');
  drawer.querySelector<HTMLElement>(`[aria-label="${messages.outside}"]`)?.click();
  await flushPromises();
  await save();
  await vi.waitFor(() => expect(api.add).toHaveBeenCalledWith(expect.objectContaining({ isFrame: true })));
});

it('changes a menu of the platform with what was seen of it', async () => {
  const { api, input, type, save } = await opened({ menu: menus[1] });
  expect(input(messages.name)?.value).toBe('Menu 2');
  expect(input(messages.key)).toBeUndefined();
  await type(messages.name, 'Pages');
  await save();
  await vi.waitFor(() =>
    expect(api.edit).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        ...{ menuId: 2, menuName: 'Pages', path: 'p2', parentId: 1 },
        updateTime: '2026-11-24T10:00:00.000Z',
      }),
    ),
  );
});

it('design 6.1: leaves of an application what its package says, and says why', async () => {
  const { api, drawer, item, input, type, save } = await opened({ menu: menus[2] });
  expect(drawer.querySelector('[role=note]')?.textContent).toContain('Tasks of work');
  expect(item(messages.typeLabel)).toBeUndefined();
  expect(input(messages.path)?.disabled).toBe(true);
  expect(input(messages.parent)?.value).toBe('Menu 1');
  await type(messages.name, 'Hello');
  await save();
  await vi.waitFor(() => expect(api.edit).toHaveBeenCalledOnce());
  expect(api.edit.mock.calls[0]?.[0]).toMatchObject({ menuId: 3, menuName: 'Hello' });
  expect(api.edit.mock.calls[0]?.[0]).not.toHaveProperty('path');
});

it('puts a menu to the top where its new kind cannot be below its parent', async () => {
  const { api, type, kind, save } = await opened({ parent: menus[1] });
  await kind(messages.type.M);
  await type(messages.name, 'Tools');
  await type(messages.key, 'tools');
  await type(messages.path, 'tools');
  await save();
  await vi.waitFor(() =>
    expect(api.add).toHaveBeenCalledWith(expect.objectContaining({ menuType: 'M', parentId: 0 })),
  );
});

it('says of a menu of the platform nothing about an application', async () => {
  const { drawer } = await opened({ menu: menus[0] });
  expect(drawer.querySelector('[role=note]')).toBeNull();
});

it('chooses an icon among those whose name has a text', async () => {
  const { drawer, item, input } = await opened({ menu: menus[0] });
  item(messages.icon)?.querySelector<HTMLElement>('.icon-picker__more')?.click();
  await vi.waitFor(() => expect(drawer.querySelectorAll('.icon-picker__panel li').length).toBeGreaterThan(9));
  const search = drawer.querySelector<HTMLInputElement>('.icon-picker__panel input[type=search]');
  const find = async (text: string) => {
    if (search) search.value = text;
    search?.dispatchEvent(new Event('input'));
    await flushPromises();
    return [...drawer.querySelectorAll<HTMLElement>('.icon-picker__panel li button')];
  };
  expect(await find('no such icon')).toEqual([]);
  expect(drawer.querySelector('.icon-picker__panel')?.textContent).toContain(messages.noSuchIcon);
  const [user] = await find(' USER ');
  const name = user?.getAttribute('aria-label') ?? '';
  expect(name).toContain('user');
  user?.click();
  await flushPromises();
  expect(input(messages.icon)?.value).toBe(name);
  expect(drawer.querySelector('.icon-picker__panel')).toBeNull();
});

it('says how the side menu shows a stored name, until another is typed', async () => {
  const { item, type } = await opened({ menu: menus[1], nameOf: () => '任务' });
  expect(item('Name')?.querySelector('.seeded-hint')?.textContent).toContain('“任务”');
  await type('Name', 'Own');
  expect(item('Name')?.querySelector('.seeded-hint')).toBeNull();
});
