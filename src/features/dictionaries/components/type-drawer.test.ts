import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import en from '../i18n/en-US.ts';
import zh from '../i18n/zh-CN.ts';
import TypeDrawer from './TypeDrawer.vue';

async function opened(type: object | undefined, messages: object = en) {
  const types = { add: vi.fn(async () => ({ dictId: 9 })), edit: vi.fn(async () => undefined) };
  const { page, speak } = await mountPage(TypeDrawer, {
    messages: { dictionaries: messages },
    props: { modelValue: true, type, api: { types } },
    http: {},
  });
  const inputs = [...document.querySelectorAll<HTMLInputElement>('form input')];
  const write = (at: number, text: string) => {
    inputs[at]!.value = text;
    inputs[at]!.dispatchEvent(new Event('input'));
  };
  const submit = async () => {
    document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
    await flushPromises();
  };
  return { page, speak, types, inputs, write, submit };
}

const labels = () =>
  [...document.querySelectorAll('form .el-form-item__label')].map((label) => label.textContent);

it('edits the name in each language', async () => {
  const type = {
    ...{ dictId: 3, dictName: 'Sources', dictType: 'sources', remark: null, status: 1, updateTime: 't1' },
    dictNames: { zh: '来源', fr: 'Origines' },
  };
  const { page, types, inputs, write, submit } = await opened(type);
  expect(labels().slice(0, 3)).toEqual(['Name', 'Name: 简体中文', 'Name: English']);
  expect(inputs.slice(0, 3).map(({ value, placeholder }) => [value, placeholder])).toEqual([
    ['Sources', ''],
    ['来源', 'Sources'],
    ['', 'Sources'],
  ]);
  write(1, ' 渠道 ');
  write(2, 'Where from');
  await submit();
  const dictNames = { zh: '渠道', fr: 'Origines', 'en-US': 'Where from' };
  const sent = {
    dictName: 'Sources',
    dictType: 'sources',
    remark: '',
    status: 1,
    updateTime: 't1',
    dictNames,
  };
  expect(types.edit).toHaveBeenCalledExactlyOnceWith(3, sent);
  page.unmount();
});

it('shows the name that each language falls back to, and adds none that is empty', async () => {
  const type = { dictId: 1, dictName: 'Yes or no', dictType: 'answers', remark: null, status: 1 };
  const own = await opened(type, zh);
  await own.speak('zh-CN');
  expect(labels().slice(0, 3)).toEqual(['名称', '名称：简体中文', '名称：English']);
  expect(own.inputs.slice(1, 3).map(({ placeholder }) => placeholder)).toEqual(['Yes or no', 'Yes or no']);
  own.page.unmount();
  const { page, types, write, submit } = await opened(undefined, zh);
  write(0, 'Sizes');
  write(1, '尺码');
  write(3, 'sizes');
  await submit();
  const sent = {
    dictName: 'Sizes',
    dictNames: { 'zh-CN': '尺码' },
    dictType: 'sizes',
    remark: '',
    status: 1,
  };
  expect(types.add).toHaveBeenCalledExactlyOnceWith(sent);
  page.unmount();
});
