import type { Offer } from '@platform/host-api';
import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import { planOf } from '@/shared/tasks/testing/plan.ts';
import { buttonOf } from '@/shared/testing/page-actions.ts';
import messages from '../i18n/en-US.ts';
import Market from './list.vue';

const offer = (change: Partial<Offer>): Offer => ({
  ...{ appId: 1, appCode: 'notes', name: 'Notes', description: 'Keeps notes.', icon: null },
  ...{ category: 'Office', author: 'Acme', latestVersion: '2.0.0', signatureState: 'signed' },
  state: 'notInstalled',
  ...change,
});
const installed = { installId: 4, installedVersion: '1.0.0' };
const all = ['app:install:add', 'app:install:edit', 'app:console:list'];

let unmount: (() => void) | undefined;
afterEach(() => unmount?.());

interface Shown {
  readonly permissions?: string[];
  readonly at?: string;
  readonly catalog?: string | null;
}

async function shown(rows: readonly Offer[], { permissions = all, at, catalog = null }: Shown = {}) {
  const list = vi.fn(async (_path: string, _query: object) => ({ total: rows.length, rows }));
  const get = vi.fn(async (path: string) => {
    if (path.endsWith('/summary')) return { total: rows.length, updates: 1, categories: [] };
    if (path.endsWith('/source')) return { catalog };
    if (path === '/app/task/7') return { taskId: 7, status: 'running', steps: [], logText: '' };
    return { ...rows.find(({ appCode }) => path.endsWith(appCode)), manifest: {}, versions: [], needed: [] };
  });
  const post = vi.fn(async (path: string) => (path.endsWith('/plan') ? planOf() : { taskId: 7 }));
  const mounted = await mountPage(Market, {
    messages: { market: messages },
    permissions,
    http: { list, get, post, stream: () => new Promise(() => undefined) } as never,
    at: at ?? '/market/list',
  });
  unmount = () => mounted.page.unmount();
  const cards = () => mounted.page.findAll('article').map((card) => card.text().replaceAll(/\s+/g, ' '));
  const actions = () => mounted.page.findAll('article button').map((one) => one.attributes('aria-label'));
  return { ...mounted, list, get, post, cards, actions };
}

it('design 8.3: offers for each application what can be done with it', async () => {
  const failed = {
    version: '2.0.0',
    message: 'No such table.',
    code: 'X',
    kind: 'upgrade',
    taskId: 1,
    at: '',
  };
  const { cards, actions } = await shown([
    offer({}),
    offer({ appCode: 'a', name: 'Crm', ...installed, state: 'upgradable' }),
    offer({ appCode: 'b', name: 'Mall', ...installed, state: 'upgradable', failed } as never),
    offer({ appCode: 'c', name: 'Hello', ...installed, latestVersion: '1.0.0', state: 'installed' }),
    offer({ appCode: 'd', name: 'Old', state: 'incompatible', reason: 'Needs platform 9.' }),
  ]);
  expect(actions()).toEqual([
    'Install Notes 2.0.0',
    'Upgrade Crm to 2.0.0',
    'Try Mall 2.0.0 again',
    'Open Hello',
  ]);
  const [notes, crm, mall, hello, old] = cards();
  expect(notes).toContain('2.0.0 by Acme');
  expect(crm).toContain('1.0.0 → 2.0.0');
  expect(mall).toMatch(/No such table\..*2\.0\.0 failed here/);
  expect(hello).toContain('1.0.0 by Acme');
  expect(old).toContain('Needs platform 9.');
});

it('says where a publisher or a description is missing, and what is in quarantine', async () => {
  const { cards } = await shown([
    offer({ author: null, description: null, ...installed, state: 'installed', quarantined: true } as never),
  ]);
  expect(cards()[0]).toContain(messages.noPublisher);
  expect(cards()[0]).toContain(messages.noDescription);
  expect(cards()[0]).toMatch(/quarantine/i);
});

it('offers nothing to those who may not install', async () => {
  const { actions } = await shown([offer({})], { permissions: [] });
  expect(actions()).toEqual([]);
});

it('opens an application that runs', async () => {
  const { page, router } = await shown([offer({ ...installed, latestVersion: '1.0.0', state: 'installed' })]);
  await page.get('[aria-label="Open Notes"]').trigger('click');
  await flushPromises();
  expect(router.currentRoute.value.path).toBe('/notes/items');
});

it('installs after a look at what it does, and asks for dependencies only where some are missing', async () => {
  const missing = [{ appCode: 'crm', range: '^1.0.0', installed: null }];
  const needing = offer({ appCode: 'b', name: 'Mall', state: 'incompatible', missing } as never);
  const { page, post } = await shown([offer({}), needing]);
  await page.get('[aria-label="Install Notes 2.0.0"]').trigger('click');
  await flushPromises();
  const press = async (text: string) => {
    const buttons = [...document.querySelectorAll<HTMLElement>('.el-drawer button, [role=dialog] button')];
    buttons.findLast(({ textContent }) => textContent.trim() === text)?.click();
    await flushPromises();
  };
  expect(post).not.toHaveBeenCalled();
  await press('Install Notes 2.0.0');
  const asynchronous = { params: { async: true } };
  expect(post).toHaveBeenCalledExactlyOnceWith(
    '/app/install',
    { appCode: 'notes', version: '2.0.0', withDependencies: false },
    asynchronous,
  );
});

it('reloads instead of installing what meanwhile cannot be', async () => {
  const { page, list, get } = await shown([offer({})]);
  get.mockImplementation(async () => ({ ...offer({ state: 'installing' }) }) as never);
  await page.get('[aria-label="Install Notes 2.0.0"]').trigger('click');
  await flushPromises();
  expect(list).toHaveBeenCalledTimes(2);
  expect(document.querySelector('.el-drawer')).toBeNull();
});

it('says why an installation cannot be prepared', async () => {
  const { page, get, notices } = await shown([offer({})]);
  get.mockRejectedValue(new Error('away'));
  await page.get('[aria-label="Install Notes 2.0.0"]').trigger('click');
  await flushPromises();
  expect(notices.shown.value[0]).toMatchObject({ tone: 'bad' });
});

it('shows an empty market with the way to the console, for those who publish', async () => {
  const { page, router } = await shown([]);
  expect(page.find('input[type=search]').exists()).toBe(false);
  await buttonOf(page, messages.empty.action)?.trigger('click');
  await flushPromises();
  expect(router.currentRoute.value.path).toBe('/console/list');
  unmount?.();
  const other = await shown([], { permissions: [] });
  expect(buttonOf(other.page, messages.empty.action)).toBeUndefined();
});

it.each([
  ['?q=x', messages.empty.noMatch],
  ['?show=updates', messages.empty.noUpdates],
])('says that nothing matches %s, and shows all again', async (query, text) => {
  const { page, list } = await shown([], { at: `/market/list${query}` });
  expect(page.text()).toContain(text);
  await buttonOf(page, messages.empty.clear)?.trigger('click');
  await vi.waitFor(() =>
    expect(list.mock.lastCall?.[1]).toMatchObject({ keyword: undefined, show: undefined }),
  );
});

it.each([
  ['https://apps.example', 'From the catalog at https://apps.example'],
  ['/srv/catalog', 'From the catalog in the folder /srv/catalog'],
])('names the catalog %s, also where it is empty', async (catalog, text) => {
  const { page } = await shown([], { catalog });
  expect(page.get('.market-source').text()).toBe(text);
  expect(page.text()).toContain(messages.catalog.emptyTitle);
});

it('says names and descriptions in the language of the shell, and follows a change of it', async () => {
  const translated = { names: { 'zh-CN': '笔记' }, descriptions: { zh: '记笔记。' }, category: 'Samples' };
  const { page, cards, actions, speak } = await shown([offer(translated)]);
  expect(cards().join()).toContain('Keeps notes.');
  await speak('zh-CN');
  expect(cards().join()).toContain('记笔记。');
  expect(page.get('article a').text()).toBe('笔记');
  expect(actions()).toEqual(['Install 笔记 2.0.0']);
  await page.get('article button').trigger('click');
  await flushPromises();
  expect(document.querySelector('[role="dialog"]')?.textContent).toContain('Install 笔记 2.0.0');
});
