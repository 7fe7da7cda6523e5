import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { ApiError } from '@/shared/http';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import ListingDrawer from './ListingDrawer.vue';

it('edits name and description in each language; those without a text are folded', async () => {
  const app = {
    ...{ appId: 3, appCode: 'crm', name: 'CRM', description: 'Customers.', updateTime: 't1' },
    names: { zh: '客户', fr: 'Clients' },
    descriptions: { 'zh-CN': '管理客户。' },
  };
  const put = vi.fn(async () => undefined);
  const { page } = await mountPage(ListingDrawer, {
    messages: { console: messages },
    props: { modelValue: true, app },
    http: { put } as never,
  });
  const folds = [...document.querySelectorAll('details')];
  expect(folds.map(({ open, textContent }) => [textContent, open])).toEqual([
    ['简体中文Name: 简体中文Description: 简体中文', true],
    ['EnglishName: EnglishDescription: English', false],
  ]);
  const inputs = folds.flatMap((fold) => [
    ...fold.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea'),
  ]);
  expect(inputs.map(({ value, maxLength, placeholder }) => [value, maxLength, placeholder])).toEqual([
    ['客户', 100, 'CRM'],
    ['管理客户。', 2000, 'Customers.'],
    ['', 100, 'CRM'],
    ['', 2000, 'Customers.'],
  ]);
  for (const [index, text] of [' 顾客 ', '', 'Customers'].entries()) {
    inputs[index]!.value = text;
    inputs[index]!.dispatchEvent(new Event('input'));
  }
  document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
  await flushPromises();
  const names = { zh: '顾客', fr: 'Clients', 'en-US': 'Customers' };
  const sent = { appId: 3, name: 'CRM', names, descriptions: {}, updateTime: 't1' };
  expect(put).toHaveBeenCalledExactlyOnceWith('/app/console', expect.objectContaining(sent));
  page.unmount();
});

it('design 12.1-3: shows what another person has changed in the listing meanwhile', async () => {
  const app = { appId: 3, appCode: 'crm', name: 'CRM', author: 'Ada', description: null, updateTime: 't1' };
  const put = vi.fn(async (_path: string, { updateTime }: { updateTime?: string }) => {
    if (updateTime === 't2') return;
    const record = { ...app, name: 'Customers', author: 'Bob', updateTime: 't2' };
    const details = { record, changedBy: 'Bob', changedAt: 't2' };
    throw new ApiError({ code: 'CHANGED_MEANWHILE', status: 409, message: 'changed', details });
  });
  const { page } = await mountPage(ListingDrawer, {
    messages: { console: messages },
    props: { modelValue: true, app },
    http: { put } as never,
  });
  const submit = async () => {
    document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
    await flushPromises();
  };
  const name = document.querySelector<HTMLInputElement>('input[maxlength="100"]');
  if (name) name.value = 'Clients';
  name?.dispatchEvent(new Event('input'));
  await submit();
  const fields = [...document.querySelectorAll('.edit-conflict fieldset')].map(
    ({ textContent }) => textContent,
  );
  expect(fields).toEqual(['NameMineClientsTheirsCustomers', 'PublisherMineAdaTheirsBob']);
  await submit();
  const sent = { appId: 3, name: 'Clients', author: 'Bob', updateTime: 't2' };
  expect(put).toHaveBeenLastCalledWith('/app/console', expect.objectContaining(sent));
  expect(page.emitted('saved')).toHaveLength(1);
  page.unmount();
});
