import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import DeprecateDrawer from './DeprecateDrawer.vue';

it('deprecates a version with a reason only, and starts each time without one', async () => {
  const post = vi.fn(async () => undefined);
  const { page } = await mountPage(DeprecateDrawer, {
    messages: { console: messages },
    props: { modelValue: undefined, appName: 'Notes' },
    http: { post } as never,
  });
  await page.setProps({ modelValue: { versionId: 9, version: '1.0.0' } });
  await flushPromises();
  const field = () => document.querySelector<HTMLTextAreaElement>('.el-drawer textarea');
  const submit = async (reason: string) => {
    const input = field();
    if (input) input.value = reason;
    input?.dispatchEvent(new Event('input'));
    await flushPromises();
    input?.form?.requestSubmit();
    await flushPromises();
  };
  await submit('  ');
  expect(post).not.toHaveBeenCalled();
  await submit(' Loses rows. ');
  await vi.waitFor(() => expect(page.emitted('saved')).toHaveLength(1));
  expect(post).toHaveBeenCalledExactlyOnceWith('/app/version/9/deprecate', { reason: 'Loses rows.' });
  await page.setProps({ modelValue: { versionId: 10, version: '1.1.0' } });
  await flushPromises();
  expect(field()?.value).toBe('');
  page.unmount();
});
