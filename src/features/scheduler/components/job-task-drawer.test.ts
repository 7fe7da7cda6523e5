import { flushPromises } from '@vue/test-utils';
import { ElOptionGroup } from 'element-plus/es/components/select/index.mjs';
import { expect, it, vi } from 'vitest';
import { ApiError } from '@/shared/http';
import { mountPage } from '@/shared/testing/mount-page.ts';
import type { JobTask } from '../api/job-task.ts';
import type { SchedulerApi } from '../api/scheduler-api.ts';
import messages from '../i18n/en-US.ts';
import JobTaskDrawer from './JobTaskDrawer.vue';

const task: JobTask = {
  ...{ jobId: 7, appCode: 'hello', jobName: 'Report', executor: 'hello.report', ready: true },
  ...{ cron: '0 3 * * *', timeZone: null, zone: 'UTC', misfirePolicy: 'skip', concurrency: 'serial' },
  ...{ maxAttempts: 1, timeoutMs: 0, status: 1, lastRunTime: null, nextRunTime: null, updateTime: 't1' },
};

it('design 12.1-3: shows what another person has changed in the task meanwhile, and saves the choice', async () => {
  const theirs: JobTask = { ...task, jobName: 'Daily', concurrency: 'parallel', status: 0, updateTime: 't2' };
  const edit = vi.fn<SchedulerApi['edit']>(async (_jobId, { updateTime }) => {
    if (updateTime === 't2') return;
    const details = { record: theirs, changedBy: 'Ada', changedAt: 't2' };
    throw new ApiError({ code: 'CHANGED_MEANWHILE', status: 409, message: 'changed', details });
  });
  const times = async () => ({ times: [], zone: 'UTC' });
  const { page } = await mountPage(JobTaskDrawer, {
    messages: { scheduler: messages },
    props: { modelValue: true, task, executors: [], api: { edit, times } },
    http: {},
  });
  const submit = () =>
    vi.waitFor(async () => {
      const before = edit.mock.calls.length;
      document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
      await flushPromises();
      expect(edit.mock.calls.length).toBeGreaterThan(before);
    });
  const name = document.querySelector<HTMLInputElement>('input[maxlength="128"]');
  if (name) name.value = 'Weekly';
  name?.dispatchEvent(new Event('input'));
  await submit();
  const fields = [...document.querySelectorAll('.edit-conflict fieldset')].map(
    ({ textContent }) => textContent,
  );
  expect(fields).toEqual([
    'NameMineWeeklyTheirsDaily',
    'When the previous run has not endedMineWaitTheirsRun beside it',
    'StateMineEnabledTheirsDisabled',
  ]);
  await submit();
  expect(edit).toHaveBeenLastCalledWith(
    7,
    expect.objectContaining({ jobName: 'Weekly', concurrency: 'parallel', status: 0, updateTime: 't2' }),
  );
  expect(page.emitted('saved')).toEqual([['Weekly']]);
  page.unmount();
});

it('groups the jobs by the names of their applications', async () => {
  const executors = [{ name: 'hello.report', appCode: 'hello', className: 'Report' }];
  const rows = [{ appCode: 'hello', name: 'Greetings' }];
  const { page } = await mountPage(JobTaskDrawer, {
    messages: { scheduler: messages },
    props: { modelValue: true, task: undefined, executors, api: { times: vi.fn() } },
    permissions: ['app:install:list'],
    http: { list: async () => ({ total: 1, rows }) } as never,
  });
  expect(page.findAllComponents(ElOptionGroup).map((group) => group.props('label'))).toEqual(['Greetings']);
  page.unmount();
});
