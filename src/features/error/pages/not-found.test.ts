import { tabTitleKey } from '@platform/remote-app';
import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import NotFound from './not-found.vue';

it.each([
  ['none', messages.notFound.title],
  ['forbidden', messages.forbidden.title],
])('names the page by the reason that it shows: %s', async (state, title) => {
  const name = vi.fn();
  const { page } = await mountPage(NotFound, {
    messages: { error: messages },
    http: { get: async () => ({ state }) } as never,
    provide: { [tabTitleKey as symbol]: name },
  });
  await flushPromises();
  expect(page.text()).toContain(title);
  expect(name).toHaveBeenLastCalledWith(title);
  page.unmount();
});
