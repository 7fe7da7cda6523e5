import { describe, expect, it, vi } from 'vitest';
import { computed } from 'vue';
import { negotiateLocale } from './locales.ts';
import { createI18nService } from './service.ts';

describe('negotiateLocale', () => {
  it.each([
    [['zh-TW', 'en'], 'zh-CN'],
    [['fr', 'zh'], 'zh-CN'],
    [['en-GB'], 'en-US'],
    [['fr'], 'en-US'],
    [[], 'en-US'],
  ] as const)('%j → %s', (wishes, locale) => expect(negotiateLocale(wishes)).toBe(locale));
});

describe('language service', () => {
  const catalog = () => ({
    market: {
      'en-US': vi.fn(async () => ({ title: 'Market' })),
      'zh-CN': vi.fn(async () => ({ title: '市场' })),
    },
  });

  it('loads a namespace once', async () => {
    const messages = catalog();
    const service = createI18nService({ locale: 'en-US', catalog: messages });
    await Promise.all([service.load('market'), service.load('market')]);
    expect(service.i18n.global.t('market.title')).toBe('Market');
    expect(messages.market['en-US']).toHaveBeenCalledOnce();
    expect(messages.market['zh-CN']).not.toHaveBeenCalled();
  });

  it('updates shown texts once a namespace is loaded', async () => {
    const app = { 'en-US': async () => ({ name: 'Platform' }) };
    const service = createI18nService({ locale: 'en-US', catalog: { ...catalog(), app } });
    await service.load('app');
    const title = computed(() => service.i18n.global.t('market.title'));
    expect(title.value).toBe('market.title');
    await service.load('market');
    expect(title.value).toBe('Market');
  });

  it('loads the used namespaces before the language changes', async () => {
    const service = createI18nService({ locale: 'en-US', catalog: catalog() });
    await service.load('market');
    await service.setLocale('zh-CN');
    expect(service.current()).toBe('zh-CN');
    expect(service.i18n.global.t('market.title')).toBe('市场');
  });

  it('keeps the language when the other cannot be loaded, and retries next time', async () => {
    const messages = catalog();
    messages.market['zh-CN'].mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const service = createI18nService({ locale: 'en-US', catalog: messages });
    await service.load('market');
    await expect(service.setLocale('zh-CN')).rejects.toThrow();
    expect(service.current()).toBe('en-US');
    await service.setLocale('zh-CN');
    expect(service.i18n.global.t('market.title')).toBe('市场');
  });
});

it('refuses a language that there is not, and goes on in the one before', async () => {
  const service = createI18nService({ locale: 'en-US', catalog: {} });
  await expect(service.setLocale(undefined as never)).rejects.toThrow('no language undefined');
  expect(service.current()).toBe('en-US');
});
