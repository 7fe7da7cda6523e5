import { flushPromises } from '@vue/test-utils';
import { ElSelect } from 'element-plus/es/components/select/index.mjs';
import { afterEach, expect, it, vi } from 'vitest';
import type { Task } from '@/shared/tasks';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import Tasks from './list.vue';

const task = (taskId: number, status: Task['status'], more: Partial<Task> = {}): Task => ({
  ...{ taskId, status, appCode: 'hello', kind: 'upgrade', version: '1.2.0', currentStep: 'switch' },
  ...{ progress: 80, logText: '', report: null, failure: null, actor: 'ada' },
  steps: [{ name: 'prepare', status: 'succeeded', startedAt: null, durationMs: 2_000 }],
  createTime: '2026-11-23T10:00:00.000Z',
  updateTime: '2026-11-23T10:00:00.000Z',
  ...more,
});

let unmount: (() => void) | undefined;
afterEach(() => {
  unmount?.();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function listed(rows: readonly Task[], at = '/tasks/list', permissions: readonly string[] = []) {
  const get = vi.fn(async (path: string): Promise<unknown> =>
    path.endsWith('/moves')
      ? [{ moveId: 1, from: 'local', to: 'minio', state: 'failed', total: 9, moved: 4, error: 'Full.' }]
      : task(1, 'succeeded', { progress: 100 }),
  );
  const list = vi.fn(async (_path: string, _query: object) => ({ total: rows.length, rows }));
  const mounted = await mountPage(Tasks, {
    ...{ messages: { tasks: messages }, permissions, at },
    http: { get, list } as never,
  });
  unmount = () => mounted.page.unmount();
  await flushPromises();
  const lines = () => mounted.page.findAll('tbody tr').map((row) => row.text().replaceAll(/\s+/g, ' '));
  return { ...mounted, get, list, lines };
}

it('shows the step of a task that runs or failed, and how long it took', async () => {
  const failure = { stage: 'prepare', code: 'X', message: 'It broke.', fix: null } as never;
  const { page, lines } = await listed([
    task(1, 'running'),
    task(2, 'failed', { failure }),
    task(3, 'succeeded', { steps: [] }),
  ]);
  const [running, failed, done] = lines();
  expect(running).toMatch(/80%/);
  expect(running).toMatch(/2 s/);
  expect(failed).not.toMatch(/80%/);
  const steps = page.findAll('.tasks-step').map((step) => step.text().replace(/\s*80%/, ''));
  expect(new Set(steps).size).toBe(3);
  expect(steps[2]).toBe('–');
  expect(done?.match(/–/g)).toHaveLength(2);
});

it('opens a task by its row, and by its name', async () => {
  const { page, router } = await listed([task(7, 'failed')]);
  expect(page.get('tbody a').attributes('href')).toBe('/tasks/list/7');
  await page.get('tbody tr').trigger('click');
  await vi.waitFor(() => expect(router.currentRoute.value.path).toBe('/tasks/list/7'));
});

it('leads from the address of an earlier notice to its task, and stays otherwise', async () => {
  const { router } = await listed([], '/tasks/list?task=12');
  await vi.waitFor(() => expect(router.currentRoute.value.path).toBe('/tasks/list/12'));
  unmount?.();
  const other = await listed([], '/tasks/list');
  expect(other.router.currentRoute.value.path).toBe('/tasks/list');
});

it('follows a task while it runs', async () => {
  vi.useFakeTimers();
  const { page, lines } = await listed([task(1, 'running')]);
  await vi.advanceTimersByTimeAsync(0);
  const before = page.get('tbody .state-tag').text();
  expect(lines()[0]).toContain('80%');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(page.get('tbody .state-tag').text()).not.toBe(before);
  expect(lines()[0]).not.toContain('%');
});

it('lists moves of files above the tasks', async () => {
  const { page } = await listed([], '/tasks/list', ['system:ossConfig:list']);
  expect(page.get(`[aria-label="${messages.moves.title}"]`).text()).toContain('4 of 9');
});

it('narrows the list to a state, and shows all again', async () => {
  const { page, list } = await listed([task(1, 'failed')]);
  const press = async (text: string) => {
    const group = page.get(`[role=group][aria-label="${messages.filter.state}"]`);
    await group
      .findAll('button')
      .find((button) => button.text() === text)
      ?.trigger('click');
    await flushPromises();
  };
  const group = page.get(`[role=group][aria-label="${messages.filter.state}"]`);
  expect(group.findAll('button').map((button) => button.text())[0]).toBe(messages.filter.all);
  await press('Failed');
  await vi.waitFor(() => expect(list.mock.lastCall?.[1]).toMatchObject({ status: 'failed' }));
  await press(messages.filter.all);
  await vi.waitFor(() => expect(list.mock.lastCall?.[1]).not.toMatchObject({ status: 'failed' }));
});

it('narrows the list to an application, also one that is no longer here, and keeps the state', async () => {
  const { page, list } = await listed([task(1, 'failed')], '/tasks/list?status=failed&appCode=crm');
  await vi.waitFor(() => expect(list.mock.lastCall?.[1]).toMatchObject({ status: 'failed', appCode: 'crm' }));
  const select = page.getComponent(ElSelect);
  expect(select.text()).toContain('crm');
  expect(select.props()).toMatchObject({ filterable: true, remote: true, clearable: true });
  select.vm.$emit('update:modelValue', 'gone-app');
  await vi.waitFor(() =>
    expect(list.mock.lastCall?.[1]).toMatchObject({ status: 'failed', appCode: 'gone-app' }),
  );
  select.vm.$emit('update:modelValue', '');
  await vi.waitFor(() => expect(list.mock.lastCall?.[1]).not.toHaveProperty('appCode'));
  expect(list.mock.lastCall?.[1]).toMatchObject({ status: 'failed' });
});

it('folds the filter by application on a phone, as other lists do', async () => {
  const still = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', () => ({ matches: true, ...still }));
  const { page } = await listed([task(1, 'succeeded')]);
  expect(page.get('.filter-fields > :first-child').classes()).toContain('choice-buttons');
  const further = page.get('.filter-fields__further');
  expect(further.attributes()).toHaveProperty('hidden');
  await page.get('.filter-fields > button').trigger('click');
  expect(further.attributes()).not.toHaveProperty('hidden');
  expect(further.find('.tasks-app').exists()).toBe(true);
});
