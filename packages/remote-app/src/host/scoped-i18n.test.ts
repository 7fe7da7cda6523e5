import { computed, ref } from 'vue';
import { describe, expect, it } from 'vitest';
import { createScopedI18n } from './scoped-i18n.ts';

const messages = {
  en: { item: { add: 'Add {what}' }, only: 'English' },
  zh: { item: { add: '新增{what}' } },
};

describe('an application’s messages', () => {
  it('follow the shell’s language: locale, then language, then English', () => {
    const locale = ref('zh-CN');
    const { t } = createScopedI18n(locale, messages);
    const text = computed(() => t('item.add', { what: 'X' }));
    expect(text.value).toBe('新增X');
    locale.value = 'en-US';
    expect(text.value).toBe('Add X');
    locale.value = 'fr-FR';
    expect(text.value).toBe('Add X');
    locale.value = 'zh-CN';
    expect(t('only')).toBe('English');
  });

  it('fall back to the key, and keep placeholders without a value', () => {
    const { t } = createScopedI18n(ref('en'), messages);
    expect([t('none'), t('item'), t('item.add.more'), t('toString'), t('item.add')]).toEqual([
      'none',
      'item',
      'item.add.more',
      'toString',
      'Add {what}',
    ]);
  });

  it('show no date for none, and what is no date as it is', () => {
    const { d } = createScopedI18n(ref('en-US'), {}, ref('UTC'));
    expect([d(null), d(undefined), d(''), d('soon')]).toEqual(['', '', '', 'soon']);
    expect(d(0, { dateStyle: 'short' })).toMatch(/70$|69$/);
  });

  it('use the plural rules of their own language', () => {
    const forms = {
      en: { item: { zero: 'No items', one: 'One item', other: '{count} items' } },
      zh: { item: { other: '{count} 个项目' } },
      pl: {
        item: { one: '{count} plik', few: '{count} pliki', many: '{count} plików', other: '{count} pliku' },
      },
    };
    const inLanguage = (locale: string, counts: number[]) => {
      const { t } = createScopedI18n(ref(locale), forms);
      return counts.map((count) => t('item', { count }));
    };
    expect(inLanguage('en-US', [0, 1, 2])).toEqual(['No items', 'One item', '2 items']);
    expect(inLanguage('zh-CN', [1, 2])).toEqual(['1 个项目', '2 个项目']);
    expect(inLanguage('pl', [1, 3, 5])).toEqual(['1 plik', '3 pliki', '5 plików']);
    expect(createScopedI18n(ref('en'), forms).t('item')).toBe('item');
  });

  it('are merged deeply', () => {
    const { t, merge } = createScopedI18n(ref('en'), messages);
    merge({ en: { item: { remove: 'Remove' } } });
    expect([t('item.add'), t('item.remove')]).toEqual(['Add {what}', 'Remove']);
    expect(messages.en.item).toEqual({ add: 'Add {what}' });
  });

  it('format numbers and times by the locale', () => {
    const { n, d } = createScopedI18n(ref('en-US'));
    expect(n(1234.5)).toBe('1,234.5');
    expect(d('2026-11-21T00:00:00Z', { dateStyle: 'short', timeZone: 'UTC' })).toBe('11/21/26');
    expect([d(null), d('soon')]).toEqual(['', 'soon']);
  });
});
