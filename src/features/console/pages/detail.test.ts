import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import { buttonOf } from '@/shared/testing/page-actions.ts';
import messages from '../i18n/en-US.ts';
import ConsoleDetail from './detail.vue';
import ConsoleList from './list.vue';

const app = {
  ...{ appId: 3, appCode: 'notes', name: 'Notes', description: null, icon: null, status: 1 },
  ...{ latestVersion: '1.0.0', versions: 1, installs: 2 },
};
const all = ['add', 'edit', 'remove', 'query'].map((right) => `app:console:${right}`);

let unmount: (() => void) | undefined;
afterEach(() => unmount?.());

async function shown(change: object, permissions = all) {
  const http = {
    get: vi.fn(async () => ({ ...app, ...change })),
    list: vi.fn(async () => ({ total: 0, rows: [] })),
    post: vi.fn(async () => undefined),
    delete: vi.fn(async () => undefined),
  };
  const mounted = await mountPage(ConsoleDetail, {
    messages: { console: messages },
    permissions,
    props: { appId: '3' },
    http: http as never,
    at: '/console/list/3',
  });
  const { page, confirm, router } = mounted;
  unmount = () => page.unmount();
  const press = async (text: string) => {
    await buttonOf(page, text)?.trigger('click');
    await flushPromises();
  };
  const answer = async (agreed: boolean) => {
    if (agreed) await confirm.open.value?.run?.();
    confirm.open.value?.answer(agreed);
    await flushPromises();
  };
  return { ...mounted, http, press, answer, place: () => router.currentRoute.value.path };
}

it('leads from a listed application to the market, and takes it off the list after a question', async () => {
  const { page, http, press, answer, titles } = await shown({});
  expect(titles).toContain('Notes');
  expect(page.find('a[href="/market/list/notes"]').exists()).toBe(true);
  expect(page.text()).toContain(messages.detail.noVersions);
  await press(messages.unlist.short);
  await answer(true);
  expect(http.post).toHaveBeenCalledExactlyOnceWith('/app/console/3/status', {}, { params: { status: 0 } });
  expect(http.get).toHaveBeenCalledTimes(2);
});

it('shows what is missing for the market while an application is not listed', async () => {
  const { page } = await shown({ status: 0 });
  expect(page.find('a[href="/market/list/notes"]').exists()).toBe(false);
  expect(buttonOf(page, messages.unlist.short)).toBeUndefined();
});

it('leaves the page only once the application is removed, by its typed code', async () => {
  const { http, press, answer, confirm, place } = await shown({});
  await press(messages.removeApp.short);
  expect(confirm.open.value).toMatchObject({ typed: 'notes', danger: true });
  await answer(false);
  expect(place()).toBe('/console/list/3');
  await press(messages.removeApp.short);
  await answer(true);
  expect(http.delete).toHaveBeenCalledExactlyOnceWith('/app/console/3');
  expect(place()).toBe('/console/list');
});

it('offers changes only to those who may make them', async () => {
  const { page } = await shown({}, ['app:console:query']);
  expect(page.findAll('.page-head button.el-button')).toEqual([]);
});

it('lists applications with their state; they are opened by those who may look inside', async () => {
  const mount = async (permissions: string[]) => {
    const rows = [app, { ...app, appId: 4, name: 'Draft', status: 0 }];
    const mounted = await mountPage(ConsoleList, {
      messages: { console: messages },
      permissions,
      http: { list: async () => ({ total: 2, rows }) } as never,
      at: '/console/list',
    });
    unmount = () => mounted.page.unmount();
    return mounted;
  };
  const { page, router } = await mount(all);
  const [listed, draft] = page.findAll('tbody tr').map((row) => row.text());
  expect(listed).toMatch(/Notes.*Listed/);
  expect(draft).toMatch(/Draft.*Unlisted/);
  expect(page.get('tbody a').attributes('href')).toBe('/console/list/3');
  await buttonOf(page, messages.uploadPackage)?.trigger('click');
  await flushPromises();
  expect(router.currentRoute.value.path).toBe('/console/list/upload');
  unmount?.();
  const { page: other } = await mount([]);
  expect(other.find('tbody a').exists()).toBe(false);
  expect(buttonOf(other, messages.uploadPackage)).toBeUndefined();
});
