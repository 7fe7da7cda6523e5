import { flushPromises } from '@vue/test-utils';
import { ElButton } from 'element-plus/es/components/button/index.mjs';
import { afterEach, expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import RunHistory from './RunHistory.vue';
import RunRecord from './RunRecord.vue';

const task = { jobId: 5, jobName: 'Nightly', status: 1 };
const run = (logId: number, change: object = {}) => ({
  ...{ logId, jobId: 5, status: 'succeeded', attempt: 1, handled: null, message: null, log: '' },
  ...{ startTime: '2026-11-24T10:00:00.000Z', endTime: '2026-11-24T10:00:01.000Z', durationMs: 1_000 },
  ...change,
});

let unmount: (() => void) | undefined;
afterEach(() => unmount?.());

async function opened(rows: readonly object[], total = rows.length) {
  const api = {
    history: vi.fn(async () => ({ total, rows })),
    durations: vi.fn(async () => []),
    stop: vi.fn(async () => undefined),
    follow: vi.fn(() => new Promise(() => undefined)),
  };
  const mounted = await mountPage(RunHistory, {
    messages: { scheduler: messages },
    props: { modelValue: undefined, api },
    permissions: ['scheduler:task:run'],
    http: {},
  });
  const { page } = mounted;
  unmount = () => page.unmount();
  await page.setProps({ modelValue: task });
  await flushPromises();
  return { ...mounted, api };
}

it('shows the runs of a task, the newest one open', async () => {
  const { page, api } = await opened([run(2), run(1), run(9, { jobId: 6 })]);
  expect(api.history).toHaveBeenCalledWith({ jobId: 5, pageNum: 1, pageSize: 20 }, expect.anything());
  const records = page.findAllComponents(RunRecord);
  expect(
    records.map((record) => [
      (record.props('run') as { logId: number }).logId,
      record.props('open') as boolean,
    ]),
  ).toEqual([
    [2, true],
    [1, false],
  ]);
});

it('says that a task has not run, and whether it is going to', async () => {
  const { page } = await opened([]);
  expect(document.body.textContent).toContain(messages.history.emptyText);
  await page.setProps({ modelValue: { ...task, status: 0 } });
  await flushPromises();
  expect(document.body.textContent).toContain(messages.history.emptyDisabled);
});

it('says why a run could not be stopped, and reads the runs again', async () => {
  const { page, api, notices } = await opened([run(2)]);
  api.stop.mockRejectedValueOnce(new Error('gone'));
  page.findComponent(RunRecord).vm.$emit('stop');
  await flushPromises();
  expect(notices.shown.value[0]).toMatchObject({ tone: 'bad', text: messages.failed });
  expect(api.history).toHaveBeenCalledTimes(2);
  page.findComponent(RunRecord).vm.$emit('stop');
  await flushPromises();
  expect(api.stop).toHaveBeenLastCalledWith(2);
  expect(notices.shown.value).toHaveLength(1);
  expect(api.history).toHaveBeenCalledTimes(3);
});

it('shows twenty more runs where there are more', async () => {
  const { page, api } = await opened([run(2)], 41);
  const more = messages.history.more.replace('{count}', '40');
  const button = page.findAllComponents(ElButton).find((one) => one.text() === more);
  await button?.trigger('click');
  await flushPromises();
  expect(api.history).toHaveBeenLastCalledWith({ jobId: 5, pageNum: 1, pageSize: 40 }, expect.anything());
});
