import { expect, it, vi } from 'vitest';
import { ElRadioGroup } from 'element-plus/es/components/radio/index.mjs';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import ConfigValueField from './ConfigValueField.vue';

async function field(modelValue: string, kind: string) {
  const { page } = await mountPage(ConfigValueField, {
    messages: { system: messages },
    props: { modelValue, kind },
    http: {},
  });
  return page;
}

it.each([
  ['20', 'boolean', [['false']]],
  ['true', 'boolean', undefined],
  ['20', 'json', undefined],
])('keeps the value "%s" as %s, unless it cannot be one', async (value, kind, changes) => {
  const page = await field(value, 'text');
  page.findComponent(ElRadioGroup).vm.$emit('update:modelValue', kind);
  expect(page.emitted('update:kind')).toEqual([[kind]]);
  expect(page.emitted('update:modelValue')).toEqual(changes);
  page.unmount();
});

it.each([
  ['', 'number', ''],
  ['7', 'number', ''],
  ['x', 'number', messages.config.wrong.number],
  ['{', 'json', messages.config.wrong.json],
])('says what is wrong with "%s" as %s', async (value, kind, wrong) => {
  const page = await field('1', 'text');
  await page.setProps({ modelValue: value, kind });
  if (wrong) await vi.waitFor(() => expect(page.text()).toContain(wrong));
  else expect(page.find('.el-form-item__error').exists()).toBe(false);
  page.unmount();
});
