import { flushPromises } from '@vue/test-utils';
import { expect, it } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import Storages from './storages.vue';

it('offers to remove a storage that is disabled, and not the one in use', async () => {
  const storage = (ossConfigId: number, configKey: string, status: 0 | 1) => ({
    ...{ ossConfigId, configKey, storageType: 'local', status, endpoint: null, bucket: null },
    ...{ remark: null, updateTime: '' },
  });
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
