import { mount } from '@vue/test-utils';
import { defineComponent, h } from 'vue';
import { expect, it } from 'vitest';
import { createI18nService, type Locale } from '../i18n/index.ts';
import en from '../i18n/messages/en-US.ts';
import zh from '../i18n/messages/zh-CN.ts';
import { usePartWords } from './use-part-words.ts';

function words(locale: Locale, name: string, kind?: string): string {
  const { i18n } = createI18nService({ locale, catalog: {} });
  i18n.global.setLocaleMessage(locale, { shared: locale === 'zh-CN' ? zh : en });
  const part = { name, state: 'up' as const, ...(kind ? { kind } : {}) };
  const shown = defineComponent({
    setup() {
      const { nameOf, kindOf } = usePartWords();
      return () => h('p', `${nameOf(part)}: ${kindOf(part)}`);
    },
  });
  const wrapper = mount(shown, { global: { plugins: [i18n] } });
  const found = wrapper.text();
  wrapper.unmount();
  return found;
}

it('says what a part is in the language of the shell, and keeps names of products', () => {
  expect(words('zh-CN', 'cache', 'memory')).toBe('缓存: 内存');
  expect(words('zh-CN', 'broker', 'embedded')).toBe('消息中间件: 内置');
  expect(words('zh-CN', 'db', 'PostgreSQL')).toBe('数据库: PostgreSQL');
  expect(words('en-US', 'cache', 'memory')).toBe('Cache: memory');
  expect(words('zh-CN', 'crm')).toBe('crm:');
});
