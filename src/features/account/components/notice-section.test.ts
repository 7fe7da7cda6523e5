import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { usePreferencesStore } from '@/shared/preferences';
import { mountPage } from '@/shared/testing/mount-page.ts';
import type { AccountApi } from '../api/account-api.ts';
import messages from '../i18n/en-US.ts';
import NoticeSection from './NoticeSection.vue';

async function section(sources: readonly string[], at = '/system/account') {
  const api = { noticeSources: vi.fn(async () => sources) } as unknown as AccountApi;
  const { page } = await mountPage(NoticeSection, {
    messages: { account: messages },
    ...{ http: {}, props: { api }, at },
    menuPages: [{ appCode: 'mall', group: { title: 'Little mall' } }],
  });
  return page;
}

it('design 15.7: a person chooses for each source which notices the bell counts', async () => {
  const page = await section(['warehouse', 'mall']);
  const preferences = usePreferencesStore();
  expect(page.findAll('li > span').map((name) => name.text())).toEqual([
    'Platform',
    'Little mall',
    'warehouse',
  ]);
  const pressed = () => page.findAll('[aria-pressed=true]').map((button) => button.text());
  expect(pressed()).toEqual(['All', 'All', 'All']);
  await page.get('[aria-label="Notices of Little mall"] button:nth-child(2)').trigger('click');
  expect(pressed()).toEqual(['All', 'Warnings and errors', 'All']);
  expect(preferences.bell).toEqual({ mall: 'important' });
  page.unmount();
});

it('a choice can be taken back when the notices are gone, too', async () => {
  let page = await section(['mall']);
  await page.get('[aria-label="Notices of Little mall"] button:nth-child(3)').trigger('click');
  page.unmount();
  page = await section([]);
  await flushPromises();
  expect(page.findAll('li > span').map((name) => name.text())).toEqual(['Platform', 'Little mall']);
  page.unmount();
});

it('a link to the notices shows this part of the page', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  (await section([])).unmount();
  expect(scroll).not.toHaveBeenCalled();
  (await section([], '/system/account#notices')).unmount();
  expect(scroll).toHaveBeenCalledOnce();
});
