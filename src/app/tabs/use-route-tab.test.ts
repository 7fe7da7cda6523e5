import { mount } from '@vue/test-utils';
import { describe, expect, it } from 'vitest';
import { nextTick } from 'vue';
import { createI18n } from 'vue-i18n';
import type { MenuNode } from '../menus/menu.ts';
import { tabKey, useTitles } from './use-route-tab.ts';

it.each([
  ['/', '/'],
  ['/list', '/list'],
  ['/list///', '/list'],
])('the key of the tab of %s is %s', (path, key) => {
  expect(tabKey(path)).toBe(key);
});

describe('titles', () => {
  const menu = { menuKey: 'demo:list', name: 'List', names: { zh: '列表' } } as unknown as MenuNode;
  const i18n = createI18n({
    legacy: false,
    locale: 'en',
    fallbackLocale: 'en',
    messages: { en: { list: { title: 'Records' } } },
  });
  let titles: ReturnType<typeof useTitles> | undefined;
  const owner = {
    setup: () => {
      titles = useTitles((key) => (key === 'demo:list' ? menu : undefined));
      return () => null;
    },
  };
  mount(owner, { global: { plugins: [i18n] } });
  const of = (tab: { title?: string; titleKey?: string; menuKey?: string }) =>
    titles?.ofTab({ fullPath: '/list?q=1', ...tab });

  it('come from the page, the menu, the messages or the path', () => {
    expect(of({ title: 'Record 7', menuKey: 'demo:list' })).toBe('Record 7');
    expect(of({ menuKey: 'demo:list', titleKey: 'list.title' })).toBe('List');
    expect(of({ menuKey: 'demo:gone', titleKey: 'list.title' })).toBe('Records');
    expect(of({})).toBe('/list?q=1');
  });

  it('stay empty until the messages of a restored page are loaded', () => {
    expect(of({ titleKey: 'tasks.title' })).toBe('');
  });

  it('follow the language', async () => {
    i18n.global.locale.value = 'zh' as 'en';
    await nextTick();
    expect(titles?.ofMenu(menu)).toBe('列表');
  });
});
