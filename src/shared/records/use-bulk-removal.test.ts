import { flushPromises, mount } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { defineComponent } from 'vue';
import { createI18n } from 'vue-i18n';
import { confirmKey, createConfirmService, createNotices, noticesKey } from '../feedback/index.ts';
import { httpKey, type HttpClient } from '../http/index.ts';
import shared from '../i18n/messages/en-US.ts';
import { useBulkRemoval } from './use-bulk-removal.ts';

it('design 15.3: several records are removed after a question, one at once', async () => {
  const confirm = createConfirmService();
  const ask = vi.spyOn(confirm, 'ask').mockImplementation(async ({ run }) => {
    await run?.();
    return true;
  });
  const run = vi.fn(async () => ({ changed: 1 }));
  const changed = vi.fn();
  let removeSome: ReturnType<typeof useBulkRemoval> | undefined;
  const owner = defineComponent(() => {
    removeSome = useBulkRemoval();
    return () => null;
  });
  const i18n = createI18n({ legacy: false, locale: 'en-US', messages: { 'en-US': { shared } } });
  const provide = {
    [confirmKey as symbol]: confirm,
    [noticesKey as symbol]: createNotices(),
    [httpKey as symbol]: {} as HttpClient,
  };
  mount(owner, { global: { plugins: [i18n], provide } });

  await removeSome?.({ count: 1, done: 'One is removed.', run, changed });
  await flushPromises();
  expect(ask).not.toHaveBeenCalled();
  await removeSome?.({ count: 3, done: 'Three are removed.', run, changed });
  await flushPromises();
  expect(ask.mock.calls[0]?.[0]).toMatchObject({ title: 'Remove 3 records?', danger: true });
  expect([run.mock.calls.length, changed.mock.calls.length]).toEqual([2, 2]);
  ask.mockResolvedValueOnce(false);
  await removeSome?.({ count: 2, done: 'Two are removed.', run, changed });
  expect(changed).toHaveBeenCalledTimes(2);
});
