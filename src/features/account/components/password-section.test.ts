import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import app from '@/app/i18n/messages/en-US.ts';
import { ApiError } from '@/shared/http';
import { sessionServiceKey } from '@/shared/session';
import { mountPage } from '@/shared/testing/mount-page.ts';
import { buttonOf } from '@/shared/testing/page-actions.ts';
import messages from '../i18n/en-US.ts';
import PasswordSection from './PasswordSection.vue';

async function sent(changePassword: () => Promise<void>) {
  const { page } = await mountPage(PasswordSection, {
    messages: { account: messages, app },
    http: { get: async () => ({ password: true }) } as never,
    provide: { [sessionServiceKey as symbol]: { changePassword } },
  });
  await buttonOf(page, app.password.title)?.trigger('click');
  await vi.waitFor(() =>
    expect(document.querySelectorAll('.el-dialog input[type=password]')).toHaveLength(3),
  );
  const inputs = document.querySelectorAll<HTMLInputElement>('.el-dialog input[type=password]');
  for (const [at, value] of ['old', 'new one', 'new one'].entries()) {
    const input = inputs[at];
    if (!input) throw new Error('The dialog has too few fields.');
    input.value = value;
    input.dispatchEvent(new Event('input'));
  }
  await flushPromises();
  inputs[0]?.form?.requestSubmit();
  await flushPromises();
  return { page, inputs };
}

it('changes the password where the first steps of the dashboard lead to', async () => {
  const changePassword = vi.fn(async () => undefined);
  const { page } = await sent(changePassword);
  await vi.waitFor(() => expect(changePassword).toHaveBeenCalledExactlyOnceWith('old', 'new one'));
  page.unmount();
});

it.each([
  ['OLD_PASSWORD_WRONG', 'oldPassword', 0],
  ['PASSWORD_TOO_WEAK', 'newPassword', 1],
])('marks and focuses the field that the host refuses: %s', async (code, field, at) => {
  const refusal = new ApiError({ code, status: 400, message: 'Not this one.', details: { field } });
  const { page, inputs } = await sent(() => Promise.reject(refusal));
  await vi.waitFor(() => expect(document.activeElement).toBe(inputs[at]));
  const marked = [...document.querySelectorAll('.el-form-item.is-error input')];
  expect(marked).toEqual([inputs[at]]);
  page.unmount();
});
