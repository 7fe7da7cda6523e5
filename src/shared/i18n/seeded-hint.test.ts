import { mount } from '@vue/test-utils';
import { expect, it } from 'vitest';
import shared from './messages/zh-CN.ts';
import { roleName } from './record-names.ts';
import SeededHint from './SeededHint.vue';
import { createI18nService } from './service.ts';

it('a form says how the shell shows a name that is stored in English', async () => {
  const { i18n } = createI18nService({ locale: 'zh-CN', catalog: {} });
  i18n.global.setLocaleMessage('zh-CN', { shared });
  const props = (stored: string, locale: string) => ({
    stored,
    shown: roleName({ roleName: stored }, locale),
  });
  const hint = mount(SeededHint, { props: props('Administrator', 'zh-CN'), global: { plugins: [i18n] } });
  expect(hint.text()).toContain('“管理员”');
  await hint.setProps(props('Ann', 'zh-CN'));
  expect(hint.text()).toBe('');
  await hint.setProps(props('Administrator', 'en-US'));
  expect(hint.text()).toBe('');
});
