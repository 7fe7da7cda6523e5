import { flushPromises } from '@vue/test-utils';
import { ElOption, ElSelect } from 'element-plus/es/components/select/index.mjs';
import { expect, it } from 'vitest';
import { mountPage } from '../testing/mount-page.ts';
import AppFilter from './AppFilter.vue';

const installed = [
  { appCode: 'mall', name: 'Shop', names: { 'zh-CN': '商城' } },
  { appCode: 'hello', name: 'Hello' },
];

async function filter(
  permissions: readonly string[],
  shown: readonly (string | null)[] = ['gone', null, 'mall'],
) {
  const { page, speak } = await mountPage(AppFilter, {
    props: { label: 'Application', shown },
    messages: {},
    permissions,
    http: { list: async () => ({ total: 2, rows: installed }) } as never,
  });
  await page.find('.el-select__wrapper').trigger('click');
  await flushPromises();
  const labels = () => page.findAllComponents(ElOption).map((option) => option.props('label'));
  const type = async (text: string) => {
    page.getComponent(ElSelect).props('remoteMethod')?.(text);
    await flushPromises();
  };
  return { page, speak, labels, type };
}

it('offers applications by name in the language of the shell, and those of the rows', async () => {
  const { page, labels, speak } = await filter(['app:install:list']);
  expect(labels()).toEqual(['gone', 'Hello', 'Shop']);
  await speak('zh-CN');
  expect(labels()).toContain('商城');
  page.unmount();
});

it('calls applications by their code where the person may not list them', async () => {
  const { page, labels } = await filter([]);
  expect(labels()).toEqual(['gone', 'mall']);
  page.unmount();
});

it('offers nothing where no application is known and nothing is typed', async () => {
  const { page, labels } = await filter([], []);
  expect(labels()).toEqual([]);
  page.unmount();
});

it('finds by name and code, and takes the code of an application that is gone', async () => {
  const { page, labels, type } = await filter(['app:install:list']);
  await type('mall');
  expect(labels()).toEqual(['Shop']);
  await type('hel');
  expect(labels()).toEqual(['Hello']);
  await type('former');
  expect(labels()).toEqual(['former']);
  page.unmount();
});
