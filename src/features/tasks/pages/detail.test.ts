import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import type { Task } from '@/shared/tasks';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import TaskDetail from './detail.vue';

const failed: Task = {
  taskId: 7,
  appCode: 'hello',
  kind: 'upgrade',
  version: '1.2.0',
  status: 'failed',
  currentStep: 'switch',
  progress: 80,
  logText: '2026-11-23T10:00:00.000Z Loading hello 1.2.0\n',
  steps: [
    {
      name: 'prepare',
      status: 'succeeded',
      startedAt: null,
      durationMs: 20,
      hosts: [{ nodeId: 'n2', machine: 'host-2', address: '', state: 'done', message: null }],
    },
    { name: 'switch', status: 'failed', startedAt: null, durationMs: 5 },
  ],
  report: { previousVersion: '1.1.0', migrations: ['02-note.sql'] },
  failure: { stage: 'switch', code: 'APP_LOAD_FAILED', message: 'The price list is missing', fix: 'Add it.' },
  actor: 'ada',
  createTime: '2026-11-23T10:00:00.000Z',
  updateTime: '2026-11-23T10:00:00.000Z',
};

async function shown(task: Task, permissions: string[], read = async () => task) {
  const post = vi.fn(async () => ({ taskId: 8 }));
  const http = { post, get: read, list: async () => ({ total: 1, rows: [{ installId: 5 }] }) };
  const mounted = await mountPage(TaskDetail, {
    messages: { tasks: messages },
    props: { taskId: String(task.taskId) },
    permissions,
    http: http as never,
  });
  return { ...mounted, post };
}

it('design 15.4: shows steps, hosts, log, report, and the failure with its place', async () => {
  const { page, titles } = await shown(failed, []);
  expect(titles).toContain('Upgrade hello 1.2.0');
  expect(page.get('h1').text()).toBe('Upgrade hello 1.2.0');
  expect(page.text()).toContain('host-2');
  expect(page.text()).toContain('Loading hello 1.2.0');
  expect(page.get('[role="alert"]').text()).toContain('The price list is missing');
  expect(page.text()).toContain('02-note.sql');
  expect(page.find('a[href="/installed/list/hello"]').exists()).toBe(true);
  expect(page.findAll('button').filter((button) => button.text() === 'Retry')).toEqual([]);
});

it('design 15.4: starts a failed task again, and goes to the address of the new one', async () => {
  const { page, router, post } = await shown(failed, ['app:install:edit']);
  await page
    .findAll('button')
    .find((button) => button.text() === 'Retry')
    ?.trigger('click');
  await flushPromises();
  expect(post).toHaveBeenCalledOnce();
  expect(router.currentRoute.value.path).toBe('/tasks/list/8');
});

it('design 15.4: opens the application of a task that succeeded', async () => {
  const done: Task = { ...failed, status: 'succeeded', failure: null };
  const { page, router } = await shown(done, []);
  await page
    .findAll('button')
    .find((button) => button.text() === 'Open hello')
    ?.trigger('click');
  await flushPromises();
  expect(router.currentRoute.value.path).toBe('/hello/items');
});

it('names version, duration and person only where it knows them', async () => {
  const names = async (task: Task) => {
    const { page } = await shown(task, []);
    const found = page.findAll('dt').map((name) => name.text());
    page.unmount();
    return found;
  };
  const known = [messages.fact.version, messages.column.actor];
  expect(await names(failed)).toEqual(expect.arrayContaining(known));
  const found = await names({ ...failed, version: null, actor: null });
  for (const name of known) expect(found).not.toContain(name);
});

it('refreshes the side menu once a task that was seen running has succeeded, and only then', async () => {
  const refreshes = async (...states: Array<Task['status']>) => {
    vi.useFakeTimers();
    try {
      const tasks = states.map((status): Task => ({ ...failed, status, failure: null }));
      const { page, refreshApps } = await shown(tasks[0] ?? failed, [], async () => tasks.shift() ?? failed);
      await vi.advanceTimersByTimeAsync(10_000);
      page.unmount();
      return refreshApps.count.value;
    } finally {
      vi.useRealTimers();
    }
  };
  expect(await refreshes('running', 'succeeded')).toBe(1);
  expect(await refreshes('running', 'failed')).toBe(0);
  expect(await refreshes('succeeded')).toBe(0);
});

it('says why a task could not be started again', async () => {
  const { page, post } = await shown(failed, ['app:install:edit']);
  post.mockRejectedValueOnce(new Error('Another operation runs.'));
  await page
    .findAll('button')
    .find((button) => button.text() === 'Retry')
    ?.trigger('click');
  await flushPromises();
  expect(page.findAll('[role=alert]').length).toBe(2);
  page.unmount();
});

it('names who started a task, and shows a report only where there is one', async () => {
  const { page } = await shown(failed, []);
  expect(page.get('.task-page__line').text()).toContain('ada');
  expect(page.find(`section[aria-label="${messages.report}"]`).exists()).toBe(true);
  expect(page.findAll('button').some((button) => button.text() === 'Open hello')).toBe(false);
  page.unmount();
  const { page: bare } = await shown({ ...failed, actor: null, report: null }, []);
  expect(bare.find(`section[aria-label="${messages.report}"]`).exists()).toBe(false);
  bare.unmount();
});

it('reads a task again that could not be read', async () => {
  const read = vi
    .fn<() => Promise<Task>>()
    .mockRejectedValueOnce(new Error('Away.'))
    .mockResolvedValue(failed);
  const { page } = await shown(failed, [], read);
  await page
    .findAll('button')
    .find((button) => button.text() === 'Retry')
    ?.trigger('click');
  await flushPromises();
  expect(page.get('h1').text()).toBe('Upgrade hello 1.2.0');
  page.unmount();
});
