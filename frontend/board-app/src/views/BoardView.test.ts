import { uiServicesKey } from '@platform/remote-app';
import {
  createTestRuntime,
  createTestUiServices,
  type TestRuntimeOptions,
} from '@platform/remote-app/testing';
import { flushPromises, mount } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryHistory, createRouter } from 'vue-router';
import install from '../index.ts';
import BoardView from './BoardView.vue';

const drawn: object[] = [];
vi.mock('../charts/echarts.ts', () => ({
  createChart: () => ({
    setOption: (option: object) => drawn.push(option),
    resize: () => {},
    dispose: () => {},
  }),
}));

const shop = {
  orders: 3,
  salesCents: 10_000,
  days: [
    { statDate: '2026-11-20', orders: 2, salesCents: 9_000 },
    { statDate: '2026-11-21', orders: 1, salesCents: 1_000 },
  ],
  statuses: [{ status: 'paid', total: 3 }],
};
const answers: Record<string, unknown> = {
  '/app/runtime/enabled-apps': ['board', 'hello', 'member', 'mall'],
  '/mall/stat/overview': shop,
  '/open/mall/config': { settings: { currency: 'EUR' } },
  '/member/member/count': [{ level: 'gold', total: 5, added: 2 }],
  '/hello/item/count': [{ status: 'open', total: 4 }],
};

async function show(options: Partial<TestRuntimeOptions> = {}, address = '/board') {
  const asked: string[] = [];
  const heard = new Map<string, (payload: never) => void>();
  const runtime = createTestRuntime({
    code: 'board',
    ...options,
    answer: (method, url, config) => {
      asked.push([url, ...(config.params ? [JSON.stringify(config.params)] : [])].join(' '));
      return (options.answer ?? ((_method, path) => answers[path]))(method, url, config);
    },
  });
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:page(.*)', component: {} }],
  });
  await router.push(address);
  const replace = async ({ query }: { query?: object }) =>
    void (await router.replace({ path: '/board', query: { ...query } }));
  Object.assign(runtime.router, { replace, push: (target: string) => router.push(target) });
  Object.assign(runtime.events, {
    on(name: string, handler: (payload: never) => void) {
      heard.set(name, handler);
      return () => heard.delete(name);
    },
  });
  await install(runtime);
  const view = mount(BoardView, {
    attachTo: document.body,
    global: { plugins: [router], provide: { [uiServicesKey]: createTestUiServices(runtime) } },
  });
  await flushPromises();
  const card = (title: string) => {
    const found = view.findAll('section').find((section) => section.get('h2').text() === title);
    if (!found) throw new Error(`There is no card ${title}.`);
    return found;
  };
  return { view, card, asked, heard, runtime, router };
}

beforeEach(() => {
  drawn.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the board', () => {
  it('shows the figures of all applications, each chart with a text alternative', async () => {
    const { view, card } = await show();
    expect(view.findAll('dd:not(.hint)').map((value) => value.text())).toEqual(['€100', '3', '5', '4']);
    await expect.poll(() => drawn).toHaveLength(4);
    const picture = card('Members by level').get('[role="img"]');
    expect(picture.attributes('aria-label')).toBe(
      'Members by level. Before: Gold 3; New in the period: Gold 2',
    );
    view.unmount();
  });

  it('shows any card as a table, and remembers it', async () => {
    const { card, runtime, view } = await show();
    await card('Orders by state').get('button[aria-label="Show as a table"]').trigger('click');
    expect(card('Orders by state').get('tbody').text()).toMatch(/Paid\s*3/);
    expect(card('Orders by state').find('[role="img"]').exists()).toBe(false);
    expect(runtime.settings.get('table.orders', false)).toBe(true);
    view.unmount();
  });

  it('marks an application that is not installed, links to the market, and sends it no request', async () => {
    const { card, asked, router, view } = await show({
      answer: (_method, url) => (url === '/app/runtime/enabled-apps' ? ['hello'] : answers[url]),
    });
    expect(card('Sales by day').text()).toContain('Mall is not installed');
    expect(asked.filter((question) => /mall|member/.test(question))).toEqual([]);
    await card('Sales by day').get('.notice button').trigger('click');
    await flushPromises();
    expect(router.currentRoute.value.path).toBe('/market/mall');
    view.unmount();
  });

  it('requests only permitted figures, and marks the others', async () => {
    const { card, asked, view } = await show({ permissions: ['hello:item:list'] });
    expect(card('Sales by day').text()).toContain('You may not see this');
    expect(asked.filter((question) => /mall|member/.test(question))).toEqual([]);
    expect(card('Items created in the period').find('[role="img"]').exists()).toBe(true);
    view.unmount();
  });

  it('retries a failed application alone; the others stay unchanged', async () => {
    let fails = true;
    const { card, asked, view } = await show({
      answer: (_method, url) => {
        if (url === '/member/member/count' && fails)
          throw Object.assign(new Error('The database did not answer.'), { requestId: 'req-7' });
        return answers[url];
      },
    });
    expect(card('Members by level').text()).toContain('The database did not answer.');
    expect(card('Members by level').text()).toContain('req-7');
    fails = false;
    asked.length = 0;
    await card('Members by level').get('.notice button').trigger('click');
    await flushPromises();
    expect(card('Members by level').find('[role="img"]').exists()).toBe(true);
    expect(asked.filter((question) => question.includes('mall'))).toEqual([]);
    view.unmount();
  });

  it('keeps figures that could not be refreshed, and marks them as outdated', async () => {
    let calls = 0;
    const { view, card } = await show({
      answer: (_method, url) => {
        if (url === '/hello/item/count' && ++calls > 1) throw new Error('gone');
        return answers[url];
      },
    });
    await view
      .findAll('button')
      .find((button) => button.text() === 'Refresh')
      ?.trigger('click');
    await flushPromises();
    expect(card('Items created in the period').text()).toContain('could not be refreshed');
    expect(card('Items created in the period').find('[role="img"]').exists()).toBe(true);
    view.unmount();
  });
});

describe('the period', () => {
  it('is read from the address; a choice is written there and remembered', async () => {
    const { view, asked, router, runtime } = await show({}, '/board?days=7');
    expect(asked).toContain('/mall/stat/overview {"days":7}');
    await view.get('input[type="radio"][value="90"]').setValue();
    await flushPromises();
    expect(router.currentRoute.value.fullPath).toBe('/board?days=90');
    expect(runtime.settings.get('days', 0)).toBe(90);
    expect(asked).toContain('/mall/stat/overview {"days":90}');
    view.unmount();
  });

  it('of another page’s address changes nothing here', async () => {
    const { asked, router, view } = await show({}, '/board?days=7');
    asked.length = 0;
    await router.push('/mall/figures?days=90');
    await flushPromises();
    expect(asked).toEqual([]);
    view.unmount();
  });
});

describe('refreshing', () => {
  it('runs at an interval, except in a hidden window, and at once when the window is visible again', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    const { asked, view } = await show();
    const visible = (state: DocumentVisibilityState) => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
      document.dispatchEvent(new Event('visibilitychange'));
      return flushPromises();
    };
    const questions = async (): Promise<number> => {
      await flushPromises();
      return asked.splice(0).filter((question) => question === '/app/runtime/enabled-apps').length;
    };
    await questions();
    vi.advanceTimersByTime(60_000);
    expect(await questions()).toBe(1);
    await visible('hidden');
    vi.advanceTimersByTime(600_000);
    expect(await questions()).toBe(0);
    await visible('visible');
    expect(await questions()).toBe(1);
    view.unmount();
    vi.advanceTimersByTime(600_000);
    expect(await questions()).toBe(0);
  });

  it('follows the events of another application, for that application alone', async () => {
    const { asked, heard, view } = await show();
    asked.length = 0;
    heard.get('member:changed')?.({ kind: 'added', names: ['Ada'] } as never);
    await flushPromises();
    expect(asked.map((question) => question.split(' ')[0])).toEqual([
      '/app/runtime/enabled-apps',
      '/member/member/count',
    ]);
    view.unmount();
    expect(heard.size).toBe(0);
  });
});
