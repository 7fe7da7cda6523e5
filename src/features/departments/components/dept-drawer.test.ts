import { flushPromises } from '@vue/test-utils';
import { ElSelect } from 'element-plus/es/components/select/index.mjs';
import { expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import type { Dept } from '../api/departments-api.ts';
import messages from '../i18n/en-US.ts';
import DeptDrawer from './DeptDrawer.vue';

const law = { deptId: 4, parentId: 0, deptName: 'Law', headUserId: 7, headName: 'Ada', status: 1 };

it('ends the search for a head when a newer one begins, and keeps the chosen one', async () => {
  const answers: Array<(rows: object[]) => void> = [];
  const find = vi.fn(
    (_name: string, _size: number, _signal: AbortSignal) =>
      new Promise<object[]>((resolve) => answers.push(resolve)),
  );
  const edit = vi.fn(async (_deptId: number, _change: object) => undefined);
  const { page } = await mountPage(DeptDrawer, {
    messages: { departments: messages },
    permissions: ['system:user:list'],
    props: { modelValue: true, dept: law as Dept, parentId: 0, depts: [], api: { depts: { find, edit } } },
    http: {},
  });
  const head = page.findAllComponents(ElSelect).at(-1);
  const search = head?.props('remoteMethod') as (text: string) => void;
  const options = () => [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent);
  expect(options()).toContain('Ada');
  search('b');
  await flushPromises();
  search('bo');
  await flushPromises();
  expect(find.mock.calls.map(([name, , { aborted }]) => [name, aborted])).toEqual([
    ['b', true],
    ['bo', false],
  ]);
  answers[1]?.([{ userId: 8, userName: 'bob', nickName: 'Bob' }]);
  await flushPromises();
  answers[0]?.([{ userId: 9, userName: 'beth', nickName: 'Beth' }]);
  await flushPromises();
  expect(options()).toEqual(expect.arrayContaining(['Ada', 'Bob (bob)']));
  expect(options().join()).not.toContain('Beth');

  const save = async () => {
    document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
    await flushPromises();
    return edit.mock.lastCall;
  };
  head?.vm.$emit('update:modelValue', undefined);
  expect(await save()).toEqual([4, expect.objectContaining({ headUserId: null })]);
  head?.vm.$emit('update:modelValue', 8);
  expect(await save()).toEqual([4, expect.objectContaining({ headUserId: 8 })]);
  page.unmount();
});
