import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import ConfigHistory from './ConfigHistory.vue';

const { history } = messages.config;
const entry = { configId: 3, configKey: 'hello.page-size', configValue: '30' };
const change = (historyId: number, more: object = {}) => ({
  ...{ historyId, change: 'changed', userName: 'ada', createTime: '2026-11-24T10:00:00.000Z' },
  ...{ isSecret: false, before: '20', after: '30' },
  ...more,
});

let unmount: (() => void) | undefined;
afterEach(() => unmount?.());

async function opened(rows: readonly object[], mayEdit = true) {
  const http = {
    list: vi.fn(async () => ({ total: rows.length, rows })),
    get: vi.fn(async () => rows),
    put: vi.fn(async () => undefined),
  };
  const mounted = await mountPage(ConfigHistory, {
    messages: { system: messages },
    props: { modelValue: undefined, mayEdit },
    http: http as never,
  });
  const { page } = mounted;
  unmount = () => page.unmount();
  await page.setProps({ modelValue: entry });
  await flushPromises();
  const lines = () => [...document.querySelectorAll('.changes > li')];
  const undo = () => [...document.querySelectorAll<HTMLElement>('.changes button')];
  return { ...mounted, http, lines, undo };
}

it('tells who changed a value, and hides those of a secret', async () => {
  const { lines, undo } = await opened([
    change(3),
    change(2, { userName: null, change: 'added', before: null, after: '' }),
    change(1, { isSecret: true }),
  ]);
  const [changed, added, secret] = lines().map(({ textContent }) => textContent);
  expect(changed).toMatch(/Changed by\s*ada/);
  expect(added).toMatch(/Added by\s*the platform.*–/);
  expect(secret).toContain(history.secret);
  expect(secret).not.toContain('20');
  expect(undo()).toHaveLength(1);
});

it('offers neither the present value, nor any to those who may not edit', async () => {
  const { undo } = await opened([change(1, { before: '30' })]);
  expect(undo()).toEqual([]);
  unmount?.();
  expect((await opened([change(1)], false)).undo()).toEqual([]);
});

it('sets a former value after the question, and closes', async () => {
  const { page, http, undo, confirm, notices } = await opened([change(1)]);
  expect(undo()[0]?.parentElement?.querySelector('pre')?.textContent, 'beside its value').toBe('20');
  undo()[0]?.click();
  await flushPromises();
  expect(confirm.open.value?.consequences).toEqual(['The value becomes: 20']);
  confirm.open.value?.answer(false);
  await flushPromises();
  expect(page.emitted('restored')).toBeUndefined();
  undo()[0]?.click();
  await flushPromises();
  await confirm.open.value?.run?.();
  confirm.open.value?.answer(true);
  await flushPromises();
  expect(http.put).toHaveBeenCalledExactlyOnceWith('/system/config', { configId: 3, configValue: '20' });
  expect(notices.shown.value[0]?.text).toBe(messages.config.saved);
  expect(page.emitted('restored')).toHaveLength(1);
  expect(page.emitted('update:modelValue')).toEqual([[undefined]]);
});

it('says that no change is known', async () => {
  await opened([]);
  expect(document.body.textContent).toContain(history.none);
});
