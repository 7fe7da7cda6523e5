import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import list from './list.vue';

it('shows dictionaries and entries in the language of the shell, also where no region is given', async () => {
  const dictNames = { zh: '尺码' };
  const types = [{ dictId: 1, dictName: 'Sizes', dictNames, dictType: 'sizes', status: 1 }];
  const entry = { dictValue: 's', dictSort: 1, listClass: null, status: 1, isDefault: false, remark: null };
  const rows = [{ ...entry, dictCode: 2, dictLabel: 'Small', dictLabels: { zh: '小' } }];
  const answers = { '/system/dict/type/list': types, '/system/dict/data/list': rows };
  const { page, speak } = await mountPage(list, {
    messages: { dictionaries: messages },
    permissions: ['system:dict:list'],
    http: {
      list: vi.fn(async (path: keyof typeof answers) => ({ total: 1, rows: answers[path] })),
      get: vi.fn(async () => []),
    } as never,
  });
  await flushPromises();
  const shown = () => [page.get('.types li .words').text(), page.get('h2').text(), page.get('.label').text()];
  expect(shown()).toEqual(['Sizes', 'Sizes', 'Small']);
  await speak('zh-CN');
  expect(shown()).toEqual(['尺码', '尺码', '小']);
  page.unmount();
});
