import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import app from '../i18n/messages/en-US.ts';
import { ApiError } from '@/shared/http';
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

it.each([
  ['of an action', { code: 'PROOF_FAILED', status: 400, details: { field: 'password' } }],
  ['of a login', { code: 'LOGIN_FAILED', status: 401 }],
])('marks a wrong password %s until it is changed', async (_what, failure) => {
  const words = { title: 'Who are you?', text: '', action: 'Confirm', refusal: 'Cancel' };
  const send = () => Promise.reject(new ApiError({ ...failure, message: 'The password is wrong.' }));
  const { page } = await mountPage(PasswordQuestion, {
    messages: { app },
    http: {},
    props: { open: false, ...words, send },
  });
  await page.setProps({ open: true });
  const field = await vi.waitFor(() => {
    const input = document.querySelector<HTMLInputElement>('.question input[type=password]');
    if (!input) throw new Error('The dialog is not open yet.');
    return input;
  });
  const type = async (text: string) => {
    field.value = text;
    field.dispatchEvent(new Event('input'));
    await flushPromises();
  };
  await type('wrong');
  document.querySelector('form.question')?.dispatchEvent(new Event('submit'));
  await flushPromises();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  const said = document.getElementById(field.getAttribute('aria-describedby') ?? '');
  expect(said?.textContent).toBe('The password is wrong.');
  await type('right');
  expect(field.hasAttribute('aria-invalid')).toBe(false);
  page.unmount();
});
