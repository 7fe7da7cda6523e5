import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { ApiError } from '@/shared/http';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import ListingDrawer from './ListingDrawer.vue';

it('says how the package translates a text, until the publisher writes another', async () => {
  const own = { appId: 3, appCode: 'crm', name: 'CRM', description: 'Customers.', updateTime: 't1' };
  const app = { ...own, names: { 'zh-CN': '客户' }, descriptions: { 'zh-CN': '管理客户。' } };
  const { page, speak } = await mountPage(ListingDrawer, {
    messages: { console: messages },
    props: { modelValue: true, app },
    http: {},
  });
  const hints = () => [...document.querySelectorAll('.seeded-hint')].map(({ textContent }) => textContent);
  expect(hints()).toEqual([]);
  await speak('zh-CN');
  const name = document.querySelector<HTMLInputElement>('input[maxlength="100"]');
  expect([name?.value, ...hints()]).toEqual([
    'CRM',
    expect.stringContaining('“客户”'),
    expect.stringContaining('“管理客户。”'),
  ]);
  if (name) name.value = 'Clients';
  name?.dispatchEvent(new Event('input'));
  await flushPromises();
  expect(hints()).toEqual([expect.stringContaining('“管理客户。”')]);
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
