import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import app from '../i18n/messages/en-US.ts';
import { mountPage } from '@/shared/testing/mount-page.ts';
import PasswordQuestion from './PasswordQuestion.vue';

it.each([
  ['refuses', true, 1],
  ['leaves a session that has ended to the buttons', false, 0],
])('Escape %s', async (_what, dismissible, refused) => {
  const words = { title: 'Who are you?', text: '', action: 'Confirm', refusal: 'Cancel' };
  const { page } = await mountPage(PasswordQuestion, {
    messages: { app },
    http: {},
    props: { open: false, ...words, dismissible, send: async () => false },
  });
  await page.setProps({ open: true });
  await vi.waitFor(() => expect(document.querySelector('.el-dialog')).not.toBeNull());
  await flushPromises();
  document
    .querySelector('.el-dialog')
    ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true }));
  await flushPromises();
  expect(page.emitted('refuse') ?? []).toHaveLength(refused);
  page.unmount();
});
