import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApp, h } from 'vue';
import { createMemoryHistory, createRouter } from 'vue-router';
import { provideHeldRoute } from '@/shared/page';
import { useMarketQuery } from './use-market-query.ts';

const page = { template: '<p />' };

/** The market page with a router of its own, opened at an address. */
async function openMarket(address: string) {
  const routes = ['/market', '/market/:appCode'].map((path) => ({ path, component: page }));
  const router = createRouter({ history: createMemoryHistory(), routes });
  await router.push(address);
  let market: ReturnType<typeof useMarketQuery> | undefined;
  const Market = {
    setup: () => void (market = useMarketQuery()),
    render: () => null,
  };
  const app = createApp({
    setup: () => provideHeldRoute((path) => path === '/market'),
    render: () => h(Market),
  });
  app.use(router).mount(document.createElement('div'));
  const { query, settled, change } = market!;
  return { router, query, settled, change, address: () => router.currentRoute.value.fullPath };
}

describe('market query in the address', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('starts from the address', async () => {
    const { settled } = await openMarket('/market?show=updates&page=2');
    expect(settled.value).toMatchObject({ show: 'updates', page: 2 });
  });

  it('debounces typing, and returns to the first page', async () => {
    const { query, settled, change, address } = await openMarket('/market?page=3');
    for (const text of ['s', 'st', 'sto']) {
      change({ text });
      vi.advanceTimersByTime(100);
      expect(settled.value.text).toBe('');
    }
    expect(query.value).toMatchObject({ text: 'sto', page: 1 });
    vi.advanceTimersByTime(50);
    await flushPromises();
    expect(settled.value).toMatchObject({ text: 'sto', page: 1 });
    expect(address()).toBe('/market?q=sto');
    change({ category: 'Sales' });
    expect(settled.value.category).toBe('Sales');
  });

  it('follows a link, and keeps its state for an address without a query', async () => {
    const { router, settled, change, address } = await openMarket('/market');
    change({ show: 'installed' });
    change({ page: 2 });
    await flushPromises();
    await router.push('/market/hello?show=updates');
    await router.push('/market');
    await flushPromises();
    expect(address()).toBe('/market?show=installed&page=2');
    await router.push('/market?show=updates');
    expect(settled.value).toMatchObject({ show: 'updates', page: 1 });
  });

  it('leaves the address of another page alone that is opened while typing', async () => {
    const { router, change, address } = await openMarket('/market');
    change({ text: 'one' });
    await router.push('/market/hello?tab=versions');
    vi.advanceTimersByTime(150);
    await flushPromises();
    expect(address()).toBe('/market/hello?tab=versions');
  });

  it('keeps typed text while the address changes', async () => {
    const { query, change } = await openMarket('/market');
    change({ text: 'one' });
    vi.advanceTimersByTime(150);
    change({ text: 'one two' });
    await flushPromises();
    expect(query.value.text).toBe('one two');
  });
});
