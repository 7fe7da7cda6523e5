import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import { buttonOf, chooseInRow, submitDrawer } from '@/shared/testing/page-actions.ts';
import type { ConfigEntry } from '../api/records.ts';
import messages from '../i18n/en-US.ts';
import Config from './config.vue';

const entry = (change: Partial<ConfigEntry>): ConfigEntry =>
  ({
    ...{ configId: 3, configKey: 'hello.page-size', configValue: '20', configName: 'Rows' },
    ...{ configCategory: 'hello', remark: '', isSystem: false, updateTime: '2026-11-24T10:00:00.000Z' },
    ...change,
  }) as ConfigEntry;
const all = ['add', 'edit', 'remove', 'query'].map((right) => `system:config:${right}`);

let unmount: (() => void) | undefined;
afterEach(() => unmount?.());

async function listed(
  rows: readonly ConfigEntry[],
  permissions = all,
  { byPlatform = false, at = '/system/config' } = {},
) {
  const http = {
    list: vi.fn(async () => ({ total: rows.length, rows })),
    get: vi.fn(async (path: string) => (path === '/auth/second-factor' ? { byPlatform } : [])),
    post: vi.fn(async () => ({ configId: 4 })),
    put: vi.fn(async () => undefined),
    delete: vi.fn(async () => ({ removalId: 1 })),
  };
  const mounted = await mountPage(Config, {
    messages: { system: messages },
    permissions,
    http: http as never,
    at,
  });
  unmount = () => mounted.page.unmount();
  return { ...mounted, http };
}

it('narrows the list as bookmarks of former versions do', async () => {
  const { http } = await listed([], all, { at: '/system/config?configKey=hello' });
  expect(http.list).toHaveBeenCalledWith(
    '/system/config/list',
    expect.objectContaining({ name: 'hello' }),
    expect.anything(),
  );
});

it('adds a value, says so, and lists anew', async () => {
  const { page, http, notices } = await listed([]);
  await buttonOf(page, messages.config.add)?.trigger('click');
  await flushPromises();
  await submitDrawer('hello.title');
  await vi.waitFor(() => expect(notices.shown.value[0]?.text).toBe(messages.config.saved));
  expect(http.post).toHaveBeenCalledWith(
    '/system/config',
    expect.objectContaining({ configKey: 'hello.title' }),
  );
  expect(http.list).toHaveBeenCalledTimes(2);
});

it('sends no value without a key', async () => {
  const { page, http } = await listed([]);
  await buttonOf(page, messages.config.add)?.trigger('click');
  await flushPromises();
  await submitDrawer('');
  expect(http.post).not.toHaveBeenCalled();
});

it('edits a value, and keeps what was not touched', async () => {
  const { page, http, notices } = await listed([entry({})]);
  await page.get('[aria-label="Edit: hello.page-size"]').trigger('click');
  await flushPromises();
  await submitDrawer('hello.page-length');
  await vi.waitFor(() => expect(notices.shown.value[0]?.text).toBe(messages.config.saved));
  expect(http.put).toHaveBeenCalledWith(
    '/system/config',
    expect.objectContaining({ configId: 3, configKey: 'hello.page-length', configValue: '20' }),
  );
});

it('offers no change of values that the host alone writes', async () => {
  const { page } = await listed([entry({}), entry({ configId: 9, configKey: 'host.id', isSystem: true })]);
  const [own, host] = page.findAll('tbody tr');
  expect(own?.text()).toContain('Rows');
  expect(host?.text()).toContain(messages.config.ofHost);
  expect(host?.findAll('.row-actions button')).toEqual([]);
});

it('shows an empty value as a dash', async () => {
  const { page } = await listed([entry({ configValue: '' })]);
  expect(page.get('.system-value').text()).toBe('–');
});

it('deletes a value at once, and lists anew', async () => {
  const { page, http, notices } = await listed([entry({})]);
  await chooseInRow(page, 'hello.page-size', messages.remove);
  await vi.waitFor(() => expect(notices.shown.value[0]?.text).toContain('hello.page-size'));
  expect(http.delete).toHaveBeenCalledWith('/system/config/3');
  expect(http.list).toHaveBeenCalledTimes(2);
});

it.each([true, false])('notes a rule of the platform that no tenant can weaken: %s', async (byPlatform) => {
  const { page } = await listed([], all, { byPlatform });
  expect(page.find('[role=note]').exists()).toBe(byPlatform);
});
