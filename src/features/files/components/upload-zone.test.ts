import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import { buttonOf } from '@/shared/testing/page-actions.ts';
import FileDrop from '@/shared/ui/FileDrop.vue';
import type { FilesApi } from '../api/files-api.ts';
import messages from '../i18n/en-US.ts';
import UploadZone from './UploadZone.vue';

const file = new File(['x'], 'notes.txt');

let unmount: (() => void) | undefined;
afterEach(() => unmount?.());

async function shown(mayPublish: boolean) {
  const waiting: Array<PromiseWithResolvers<never>> = [];
  const upload = vi.fn<FilesApi['upload']>(() => {
    const next = Promise.withResolvers<never>();
    waiting.push(next);
    return next.promise;
  });
  const { page } = await mountPage(UploadZone, {
    messages: { files: messages },
    props: { api: { upload }, mayPublish },
    http: {},
  });
  unmount = () => page.unmount();
  const take = async () => {
    page.findComponent(FileDrop).vm.$emit('choose', [file]);
    await flushPromises();
  };
  const refuse = async () => {
    waiting.at(-1)?.reject(new Error('The disk is full.'));
    await flushPromises();
  };
  return { page, upload, waiting, take, refuse };
}

it('shows how far a file is, and says when it is stored', async () => {
  const { page, upload, waiting, take } = await shown(false);
  await take();
  upload.mock.calls[0]?.[2]({ percent: 40 } as never);
  await flushPromises();
  expect(page.get('li').text()).toContain('notes.txt');
  expect(page.get('li [role=progressbar]').attributes('aria-valuenow')).toBe('40');
  waiting[0]?.resolve(undefined as never);
  await flushPromises();
  expect(page.find('li').exists()).toBe(false);
  expect(page.emitted('stored')).toHaveLength(1);
});

it('stores files for their owner, and publicly only where that is ticked', async () => {
  const { page, upload, waiting, take } = await shown(true);
  await take();
  waiting[0]?.resolve(undefined as never);
  await page.get('input[type=checkbox]').setValue(true);
  await take();
  expect(upload.mock.calls.map(([, visibility]) => visibility)).toEqual(['private', 'public']);
});

it('lets nobody publish a file who may not', async () => {
  const { page } = await shown(false);
  expect(page.find('input[type=checkbox]').exists()).toBe(false);
});

it('says why a file was not stored, sends it again, and forgets it', async () => {
  const { page, upload, take, refuse } = await shown(false);
  await take();
  await refuse();
  expect(page.get('[role=alert]').text()).toContain('notes.txt was not stored');
  await buttonOf(page, 'Retry')?.trigger('click');
  await flushPromises();
  expect(upload).toHaveBeenCalledTimes(2);
  expect(page.find('[role=alert]').exists()).toBe(false);
  await refuse();
  await buttonOf(page, messages.dismiss)?.trigger('click');
  expect(page.find('li').exists()).toBe(false);
});

it('opens the choice of files from elsewhere on the page', async () => {
  const { page } = await shown(false);
  const click = vi.spyOn(page.get<HTMLInputElement>('input[type=file]').element, 'click');
  (page.vm as unknown as { choose(): void }).choose();
  expect(click).toHaveBeenCalledOnce();
});
