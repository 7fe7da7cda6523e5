import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { ApiError } from '@/shared/http';
import EnrolmentCode from '@/shared/ui/EnrolmentCode.vue';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import FactorSetup from './FactorSetup.vue';

async function opened(confirm = vi.fn(async () => ({ recoveryCodes: ['aaaa-bbbb'] }))) {
  const start = vi.fn(async () => ({ secret: 'ABCD', uri: 'otpauth://totp/x', svg: '' }));
  const { page } = await mountPage(FactorSetup, {
    messages: { account: messages },
    props: { modelValue: false, api: { factor: { start, confirm } } },
    http: {},
  });
  expect(start).not.toHaveBeenCalled();
  await page.setProps({ modelValue: true });
  await flushPromises();
  const field = document.querySelector<HTMLInputElement>('.setup input');
  const submit = async (code: string) => {
    if (field) field.value = code;
    field?.dispatchEvent(new Event('input'));
    await flushPromises();
    field?.form?.requestSubmit();
    await flushPromises();
  };
  return { page, start, confirm, submit };
}

it('turns a second factor on by the first code of a new authenticator', async () => {
  const { page, start, confirm, submit } = await opened();
  expect(start).toHaveBeenCalledOnce();
  expect(page.findComponent(EnrolmentCode).exists()).toBe(true);
  await submit('');
  expect(confirm).not.toHaveBeenCalled();
  await submit('123456');
  expect(confirm).toHaveBeenCalledExactlyOnceWith('123456');
  expect(page.emitted('done')).toEqual([[['aaaa-bbbb']]]);
  expect(page.emitted('update:modelValue')).toEqual([[false]]);
  page.unmount();
});

it('stays open with the reason where the code is wrong', async () => {
  const { page, submit } = await opened(vi.fn(() => Promise.reject(new Error('Wrong code.'))));
  await submit('000000');
  expect(document.querySelector('.setup')?.textContent).toContain('Wrong code.');
  expect(page.emitted('done')).toBeUndefined();
  expect(page.emitted('update:modelValue')).toBeUndefined();
  page.unmount();
});

it('marks the code that the host refuses, and puts the focus there', async () => {
  const refusal = new ApiError({
    ...{ code: 'SECOND_FACTOR_WRONG', status: 400, message: 'Wrong code.' },
    details: { field: 'code' },
  });
  const { page, submit } = await opened(vi.fn(() => Promise.reject(refusal)));
  await submit('000000');
  await vi.waitFor(() => expect(document.querySelector('.setup .is-error input')).not.toBeNull());
  expect(document.activeElement).toBe(document.querySelector('.setup input'));
  page.unmount();
});
