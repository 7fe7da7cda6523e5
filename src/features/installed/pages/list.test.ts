import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import { planOf } from '@/shared/tasks/testing/plan.ts';
import { chooseInRow, openRowMenu } from '@/shared/testing/page-actions.ts';
import type { Install } from '../api/install.ts';
import messages from '../i18n/en-US.ts';
import Installed from './list.vue';

const install = (change: Partial<Install>): Install =>
  ({
    ...{ installId: 4, appCode: 'notes', name: 'Notes', version: '1.0.0', latestVersion: '1.1.0' },
    ...{ status: 1, backend: 'running', icon: null, failure: null, previousVersion: '0.9.0' },
    installedAt: '2026-11-24T10:00:00.000Z',
    ...change,
  }) as Install;
const all = ['app:install:add', 'app:install:edit', 'app:install:remove'];

let unmount: (() => void) | undefined;
afterEach(() => unmount?.());

async function shown(rows: readonly Install[], permissions = all) {
  const http = {
    list: vi.fn(async () => ({ total: rows.length, rows })),
    get: vi.fn(async () => ({ taskId: 7, status: 'running', steps: [], logText: '' })),
    post: vi.fn(async (path: string) => (path.endsWith('/plan') ? planOf() : { taskId: 7 })),
    delete: vi.fn(async () => ({ taskId: 7 })),
    stream: vi.fn(() => new Promise(() => undefined)),
  };
  const mounted = await mountPage(Installed, {
    messages: { installed: messages },
    permissions,
    http: http as never,
    at: '/installed/list',
  });
  unmount = () => mounted.page.unmount();
  return { ...mounted, http };
}

/** Presses the last button with this text: that of the open panel. */
async function press(text: string): Promise<void> {
  const buttons = [...document.querySelectorAll<HTMLElement>('button')];
  buttons.findLast(({ textContent }) => textContent.trim() === text)?.click();
  await flushPromises();
}

it('leads to each application, and tells its state, what waits, and what failed', async () => {
  const failure = { stage: 'place', code: 'X', message: 'Disk full.', fix: null };
  const { page } = await shown([
    install({ failure }),
    install({ installId: 5, appCode: 'crm', name: 'Crm', status: 0, latestVersion: '1.0.0' }),
    install({ installId: 6, appCode: 'mall', name: 'Mall', status: 9, failure }),
  ]);
  const [notes, crm, mall] = page.findAll('tbody tr');
  expect(notes?.text()).toMatch(/Enabled.*1\.1\.0/);
  expect(notes?.get('.installed-failure').attributes()).toMatchObject({
    ...{ href: '/installed/list/notes', title: 'Disk full.' },
  });
  expect(crm?.text()).toContain('Disabled');
  expect(crm?.text()).not.toContain('1.1.0');
  // The state of a failed first installation says it already.
  expect(mall?.find('.installed-failure').exists()).toBe(false);
});

it('offers what can be done in each state', async () => {
  const { page } = await shown([install({}), install({ installId: 6, name: 'Mall', status: 3 })]);
  const offered = [...(await openRowMenu(page, 'Notes')).keys()];
  expect(offered).toEqual(expect.arrayContaining(['Uninstall']));
  expect(page.find('[aria-label="More actions: Mall"]').exists()).toBe(false);
});

it('upgrades the installation that was chosen to the version that waits', async () => {
  const { page, http } = await shown([install({}), install({ installId: 5, name: 'Crm', appCode: 'crm' })]);
  await chooseInRow(page, 'Crm', 'Upgrade to 1.1.0');
  await press('Upgrade to 1.1.0');
  expect(http.post).toHaveBeenLastCalledWith(
    '/app/install/5/upgrade',
    { version: '1.1.0' },
    { params: { async: true } },
  );
});

it('uninstalls, and keeps the data unless the code is typed', async () => {
  const { page, http } = await shown([install({})]);
  await chooseInRow(page, 'Notes', messages.action.uninstall);
  const [keep, drop] = document.querySelectorAll<HTMLInputElement>('input[name=drop-data]');
  expect(keep?.checked).toBe(true);
  drop?.click();
  await flushPromises();
  const dropping = messages.uninstall.actionDrop.replace('{name}', 'Notes');
  await press(dropping);
  expect(http.delete).not.toHaveBeenCalled();
  const typed = document.querySelector<HTMLInputElement>('.uninstall__typed input');
  if (typed) typed.value = 'notes';
  typed?.dispatchEvent(new Event('input'));
  await flushPromises();
  await press(dropping);
  expect(http.delete).toHaveBeenCalledExactlyOnceWith('/app/install/4', {
    params: { async: true, dropData: true, confirm: 'notes' },
  });
});

it('uninstalls without a word where the data stays', async () => {
  const { page, http } = await shown([install({})]);
  await chooseInRow(page, 'Notes', messages.action.uninstall);
  await press(messages.uninstall.action.replace('{name}', 'Notes'));
  expect(http.delete).toHaveBeenCalledExactlyOnceWith('/app/install/4', {
    params: { async: true, dropData: false, confirm: undefined },
  });
});

it('disables after the question, and refreshes the menus', async () => {
  const { page, http, confirm, notices, refreshApps } = await shown([install({})]);
  await chooseInRow(page, 'Notes', messages.action.disable);
  await confirm.open.value?.run?.();
  confirm.open.value?.answer(true);
  await flushPromises();
  expect(http.post).toHaveBeenCalledExactlyOnceWith('/app/install/4/disable', {});
  expect(notices.shown.value[0]?.tone).toBe('good');
  expect(refreshApps.count.value).toBe(1);
});

it('design 8.1: two quick clicks start one operation while the server is slow', async () => {
  const { page, http, confirm } = await shown([install({})]);
  const held = Promise.withResolvers<never>();
  const pressTwice = async (text: string) => {
    await press(text);
    await press(text);
  };
  await chooseInRow(page, 'Notes', messages.action.uninstall);
  http.delete.mockReturnValueOnce(held.promise);
  await pressTwice(messages.uninstall.action.replace('{name}', 'Notes'));
  expect(http.delete).toHaveBeenCalledOnce();
  const item = (await openRowMenu(page, 'Notes')).get(messages.action.disable);
  item?.click();
  item?.click();
  await flushPromises();
  confirm.open.value?.answer(false);
  await flushPromises();
  expect(confirm.open.value).toBeUndefined();
});

it('says names in the language of the shell, in rows and in questions', async () => {
  const { page, confirm, speak } = await shown([install({ names: { zh: '笔记' } })]);
  expect(page.get('tbody a').text()).toBe('Notes');
  await speak('zh-CN');
  expect(page.get('tbody a').text()).toBe('笔记');
  await page.get('[aria-label$=": 笔记"][aria-haspopup]').trigger('click');
  await flushPromises();
  const items = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')];
  items.find(({ textContent }) => textContent.trim() === messages.action.disable)?.click();
  await flushPromises();
  expect(confirm.open.value?.title).toBe('Disable 笔记?');
});
