import { expect, it, vi } from 'vitest';
import app from '@/app/i18n/messages/en-US.ts';
import { sessionServiceKey } from '@/shared/session';
import { mountPage } from '@/shared/testing/mount-page.ts';
import { buttonOf } from '@/shared/testing/page-actions.ts';
import messages from '../i18n/en-US.ts';
import PasswordSection from './PasswordSection.vue';

it('changes the password where the first steps of the dashboard lead to', async () => {
  const changePassword = vi.fn(async () => undefined);
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
  inputs[0]?.form?.requestSubmit();
  await vi.waitFor(() => expect(changePassword).toHaveBeenCalledExactlyOnceWith('old', 'new one'));
  page.unmount();
});
