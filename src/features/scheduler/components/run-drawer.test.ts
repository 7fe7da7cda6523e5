import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import RunDrawer from './RunDrawer.vue';

const task = { jobId: 5, jobName: 'Nightly', params: { days: 7 } };

async function opened(run = vi.fn(async () => undefined)) {
  const { page } = await mountPage(RunDrawer, {
    messages: { scheduler: messages },
    props: { modelValue: undefined, api: { run } },
    http: {},
  });
  await page.setProps({ modelValue: task });
  await flushPromises();
  const field = document.querySelector<HTMLTextAreaElement>('.el-drawer textarea');
  const type = async (text: string) => {
    if (field) field.value = text;
    field?.dispatchEvent(new Event('input'));
    await flushPromises();
  };
  const submit = async (text?: string) => {
    if (text !== undefined) await type(text);
    field?.form?.requestSubmit();
    await flushPromises();
  };
  return { page, run, field, type, submit };
}

it.each([
  [undefined, { days: 7 }],
  ['{"days":1}', { days: 1 }],
  [' ', null],
])('runs a task once with other parameters: %s', async (text, params) => {
  const { page, run, field, submit } = await opened();
  expect(JSON.parse(field?.value ?? '')).toEqual({ days: 7 });
  await submit(text);
  await vi.waitFor(() => expect(run).toHaveBeenCalledExactlyOnceWith(5, { params }));
  expect(page.emitted('started')).toEqual([[task]]);
  page.unmount();
});

it('cannot be sent while the parameters are no JSON', async () => {
  const { page, field, type } = await opened();
  const button = () => document.querySelector<HTMLButtonElement>('.el-drawer button[type=submit]');
  expect(button()?.disabled).toBe(false);
  await type('{days');
  expect(button()?.disabled).toBe(true);
  await vi.waitFor(() =>
    expect(field?.closest('.el-form-item')?.textContent).toContain(messages.form.paramsInvalid),
  );
  page.unmount();
});

it('reports no start of a task that the host refused', async () => {
  const { page, submit } = await opened(vi.fn(() => Promise.reject(new Error('busy'))));
  await submit();
  expect(page.emitted('started')).toBeUndefined();
  page.unmount();
});
