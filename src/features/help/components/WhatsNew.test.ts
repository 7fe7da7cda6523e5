import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { createI18nService, i18nServiceKey, type Locale } from '@/shared/i18n';
import { mountPage } from '@/shared/testing/mount-page.ts';
import WhatsNew from './WhatsNew.vue';

async function shownIn(locale: Locale) {
  const language = createI18nService({ locale, catalog: {} });
  const provide = { [i18nServiceKey]: language };
  const { page } = await mountPage(WhatsNew, { messages: {}, http: {}, provide });
  const areas = () => page.findAll('h3').map((area) => area.text());
  const languages = () => new Set(page.findAll('section').map((release) => release.attributes('lang')));
  const shows = (area: string) => vi.waitFor(() => expect(areas()).toContain(area));
  return { page, language, areas, languages, shows };
}

it('shows the changelog in the language of the reader', async () => {
  const { page, languages, areas, shows } = await shownIn('zh-CN');
  await shows('主机');
  expect(languages()).toEqual(new Set(['zh-CN']));
  expect(areas()).not.toContain('Hosts');
  expect(page.findAll('strong').map((name) => name.text())).toContain('系统管理 › 监控');
  page.unmount();
});

it('follows a change of the language while it is open', async () => {
  const { page, language, languages, areas, shows } = await shownIn('en-US');
  await shows('Hosts');
  expect(languages()).toEqual(new Set(['en-US']));
  await language.setLocale('zh-CN');
  await shows('主机');
  expect(areas()).not.toContain('Hosts');
  expect(languages()).toEqual(new Set(['zh-CN']));
  await language.setLocale('en-US');
  await flushPromises();
  await shows('Hosts');
  page.unmount();
});
