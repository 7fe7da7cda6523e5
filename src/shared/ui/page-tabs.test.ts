import { flushPromises, mount } from '@vue/test-utils';
import { defineComponent, h } from 'vue';
import { createMemoryHistory, createRouter } from 'vue-router';
import { describe, expect, it } from 'vitest';
import PageTabs from './PageTabs.vue';
import { usePageTab } from './use-page-tab.ts';

const tabs = [
  { key: 'overview', label: 'Overview' },
  { key: 'routes', label: 'Routes', count: 3 },
] as const;

describe('design 15.4: tabs with an address', () => {
  it('follow the address, and an unknown tab is the first', async () => {
    const Page = defineComponent(() => {
      const current = usePageTab(() => ['overview', 'routes'] as const);
      return () => h(PageTabs, { label: 'Parts', tabs, current: current.value });
    });
    const router = createRouter({
      history: createMemoryHistory(),
      routes: [{ path: '/:all(.*)', component: Page }],
    });
    await router.push('/app?tab=routes');
    const page = mount(Page, { global: { plugins: [router] } });
    const current = (): string | undefined => page.find('[aria-current]').text();
    expect(current()).toBe('Routes3');
    await router.push('/app?tab=gone');
    await flushPromises();
    expect(current()).toBe('Overview');
    expect(page.findAll('a').map((link) => link.attributes('href'))).toEqual(['/app', '/app?tab=routes']);
  });
});
