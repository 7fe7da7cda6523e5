import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import Inbox from './inbox.vue';

it('keeps its filters in the address', async () => {
  const list = vi.fn(async (_path: string, _query: object) => ({ rows: [], total: 0 }));
  const { page, router } = await mountPage(Inbox, {
    messages: { notices: messages },
    at: '/inbox?title=gate&unread=true',
    http: { list, get: vi.fn(async () => ({ available: true })) } as never,
  });
  await vi.waitFor(() => expect(list).toHaveBeenCalled());
  expect(list.mock.lastCall?.[1]).toMatchObject({ title: 'gate', unread: true });
  await page
    .findAll('button')
    .find((button) => button.text() === 'All')
    ?.trigger('click');
  await flushPromises();
  expect(router.currentRoute.value.fullPath).toBe('/inbox?title=gate');
  expect(list.mock.lastCall?.[1]).not.toHaveProperty('unread');
  page.unmount();
});
