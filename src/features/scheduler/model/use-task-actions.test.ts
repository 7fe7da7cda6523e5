import { flushPromises, mount } from '@vue/test-utils';
import { createPinia } from 'pinia';
import { expect, it, vi } from 'vitest';
import { defineComponent } from 'vue';
import { createI18n } from 'vue-i18n';
import { confirmKey, createConfirmService, createNotices, noticesKey } from '@/shared/feedback';
import { useSessionStore } from '@/shared/session';
import messages from '../i18n/en-US.ts';
import type { JobTask } from '../api/job-task.ts';
import type { SchedulerApi } from '../api/scheduler-api.ts';
import { useTaskActions } from './use-task-actions.ts';

const task = (jobId: number, status: 0 | 1, ready = true) =>
  ({ jobId, jobName: `task ${jobId}`, status, ready }) as JobTask;

function mounted(api: Partial<SchedulerApi>) {
  const notices = createNotices();
  const show = vi.spyOn(notices, 'show');
  const targets = { changed: vi.fn(), edit: vi.fn(), showHistory: vi.fn(), runWith: vi.fn() };
  const pinia = createPinia();
  useSessionStore(pinia).profile = {
    permissions: ['scheduler:task:edit', 'scheduler:task:run'],
  } as never;
  const i18n = createI18n({
    legacy: false,
    locale: 'en-US',
    messages: { 'en-US': { scheduler: messages } },
  });
  let actions: ReturnType<typeof useTaskActions> | undefined;
  const owner = defineComponent({
    setup() {
      actions = useTaskActions(api as SchedulerApi, targets);
      return () => null;
    },
  });
  const provide = { [confirmKey as symbol]: createConfirmService(), [noticesKey as symbol]: notices };
  mount(owner, { global: { plugins: [pinia, i18n], provide } });
  if (!actions) throw new Error('It was not mounted.');
  return { ...actions, show, targets };
}

it('design 15.3: several tasks are enabled, disabled and run at once, each for itself', async () => {
  const setStatus = vi.fn(async (jobId: number) => {
    if (jobId === 2) throw new Error('gone');
  });
  const run = vi.fn(async () => ({ logId: 1 }));
  const { bulkOf, show, targets } = mounted({ setStatus, run });
  const bulk = (key: string) =>
    bulkOf([task(1, 0), task(2, 0), task(3, 1, false)]).find((action) => action.key === key);

  bulk('enable')?.run();
  await flushPromises();
  expect(setStatus.mock.calls).toEqual([
    [1, 1],
    [2, 1],
  ]);
  expect(show.mock.calls.map(([tone, text]) => [tone, text])).toEqual([
    ['good', 'One task is enabled.'],
    ['bad', 'It did not work for one task.'],
  ]);
  bulk('run')?.run();
  await flushPromises();
  expect(run.mock.calls).toEqual([[1], [2]]);
  expect(show.mock.lastCall?.[1]).toBe('2 tasks have been started.');
  expect(targets.changed).toHaveBeenCalledTimes(2);
});

it('design 8.1: a second click on a slow action sends nothing, one on another task does', async () => {
  const held = Promise.withResolvers<never>();
  const run = vi.fn((_jobId: number) => held.promise);
  const setStatus = vi.fn((_jobId: number) => held.promise);
  const { actionsOf, bulkOf, targets } = mounted({ run, setStatus });
  const press = (jobId: number, key: string) =>
    actionsOf(task(jobId, 1))
      .find((action) => action.key === key)
      ?.run();
  for (const key of ['run', 'run', 'disable', 'disable']) press(1, key);
  press(2, 'run');
  await flushPromises();
  expect(run.mock.calls).toEqual([[1], [2]]);
  expect(setStatus.mock.calls).toEqual([[1, 0]]);
  held.resolve(undefined as never);
  await flushPromises();
  expect(targets.changed).toHaveBeenCalledTimes(3);
  const some = () => bulkOf([task(3, 1)]).find(({ key }) => key === 'run');
  some()?.run();
  some()?.run();
  await flushPromises();
  expect(run.mock.calls.slice(2)).toEqual([[3]]);
});
