import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import ConfirmDialog from '@/shared/ui/ConfirmDialog.vue';
import { mountPage } from '@/shared/testing/mount-page.ts';
import { mountShared } from '@/shared/testing/mount-shared.ts';
import messages from '../i18n/en-US.ts';
import Storages from './storages.vue';

const storage = (ossConfigId: number, configKey: string, status: 0 | 1) => ({
  ...{ ossConfigId, configKey, storageType: 'local', status, endpoint: null, bucket: null },
  ...{ remark: null, updateTime: '' },
});

/** Two quick clicks on the last button with this text. */
async function doubleClick(text: string): Promise<void> {
  const buttons = [...document.querySelectorAll<HTMLElement>('button, [role=menuitem]')];
  const button = buttons.findLast(({ textContent }) => textContent.trim() === text);
  if (!button) throw new Error(`There is no button "${text}".`);
  button.click();
  button.click();
  await flushPromises();
}

it('offers to remove a storage that is disabled, and not the one in use', async () => {
  const rows = [storage(1, 'used', 1), storage(2, 'spare', 0)];
  const { page } = await mountPage(Storages, {
    messages: { files: messages },
    permissions: ['system:ossConfig:remove'],
    http: { list: async () => ({ total: 2, rows }), get: async () => [] } as never,
  });
  await flushPromises();
  expect(page.findAll('[aria-label^="More actions"]').map((more) => more.attributes('aria-label'))).toEqual([
    'More actions: spare',
  ]);
  page.unmount();
});

it('design 8.1: two quick clicks test, choose and move once while the server is slow', async () => {
  let held = Promise.withResolvers<undefined>();
  const release = async () => {
    held.resolve(undefined);
    held = Promise.withResolvers();
    await flushPromises();
  };
  const rows = [storage(1, 'used', 1), storage(2, 'spare', 0)];
  const post = vi.fn((_path: string, _body?: object) => held.promise);
  const put = vi.fn((_path: string, _body?: object) => held.promise);
  const moves = [{ moveId: 8, state: 'failed', moved: 0, failed: 1, total: 1, error: null }];
  const { page, confirm } = await mountPage(Storages, {
    messages: { files: messages },
    permissions: ['system:ossConfig:query', 'system:ossConfig:edit'],
    http: { list: async () => ({ total: 2, rows }), get: async () => moves, post, put } as never,
  });
  const dialog = mountShared(ConfirmDialog, { props: { service: confirm } });
  const choose = async (label: string) => {
    await page.get('[aria-label="More actions: spare"]').trigger('click');
    await flushPromises();
    await doubleClick(label);
  };
  await choose('Test');
  await doubleClick('Test now');
  await release();
  expect(post.mock.calls).toEqual([['/system/ossConfig/2/check']]);
  await choose('Use for new files');
  await doubleClick('Use for new files');
  await release();
  await doubleClick('Try the rest again');
  await release();
  expect(put.mock.calls).toEqual([
    ['/system/ossConfig/2/status', { status: 1 }],
    ['/system/ossConfig/moves/8', { action: 'resume' }],
  ]);
  await choose('Move its files');
  await doubleClick('Move the files');
  await release();
  expect(post.mock.calls.slice(1)).toEqual([['/system/ossConfig/2/move', { to: 'used' }]]);
  expect(confirm.open.value).toBeUndefined();
  dialog.unmount();
  page.unmount();
});
