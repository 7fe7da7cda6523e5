import type { RemoteUser } from '@platform/remote-app';
import { createPinia } from 'pinia';
import { computed, ref } from 'vue';
import { createMemoryHistory, createRouter } from 'vue-router';
import { describe, expect, it } from 'vitest';
import { createDisposer } from '../disposer.ts';
import type { RemoteHostServices } from '../services.ts';
import { createTestServices } from '../testing/services.ts';
import { createCommandList } from './commands.ts';
import { createRuntime } from './create-runtime.ts';
import { createDictSource } from './dict.ts';
import { createEventHub } from './events.ts';

const page = { render: () => null };

function runtimeWith(overrides: Partial<RemoteHostServices> = {}) {
  const { services } = createTestServices(overrides);
  const disposer = createDisposer(() => {});
  const runtime = createRuntime(
    {
      services,
      hub: createEventHub(() => {}),
      commands: createCommandList(),
      dict: createDictSource(services.dict, services.locale),
      leaveControl: { run: async (_app, _path, guard) => guard() },
    },
    {
      app: { code: 'hello', name: 'Hello', version: '1.0.0', entry: '/remote-apps/hello/index.js?v=1.0.0' },
      folder: 'http://host/remote-apps/hello/',
      pinia: createPinia(),
      disposer,
    },
  );
  return { runtime, disposer, services };
}

describe('the runtime', () => {
  it('follows user and permissions', () => {
    const user = ref<RemoteUser>({
      userId: 1,
      userName: 'ada',
      nickName: 'Ada',
      tenantId: '000000',
      roles: [],
    });
    const permissions = ref<string[]>([]);
    const { runtime } = runtimeWith({ user, permissions });
    const line = computed(() => `${runtime.user.nickName} ${runtime.hasPermi('hello:item:add')}`);
    expect(line.value).toBe('Ada false');
    user.value = { ...user.value, nickName: 'Grace' };
    permissions.value = ['hello:item:add'];
    expect(line.value).toBe('Grace true');
    expect(Object.keys(runtime.user)).toContain('userId');
    expect(Reflect.set(runtime.user, 'nickName', 'x')).toBe(false);
  });

  it('resolves assets beside the entry, and site configuration of its own', async () => {
    const asked: unknown[] = [];
    const { runtime } = runtimeWith({ config: async (code) => asked.push(code) as never });
    await runtime.config();
    expect(asked).toEqual(['hello']);
    expect(runtime.asset('/img/logo.svg')).toBe('http://host/remote-apps/hello/img/logo.svg');
  });

  it('navigates to own views by key, and to anything else', async () => {
    const router = createRouter({
      history: createMemoryHistory(),
      routes: [
        { path: '/', component: page },
        { path: '/greetings/items', component: page },
      ],
    });
    const viewPath = (component: string) =>
      component === 'remote:hello/list' ? '/greetings/items' : undefined;
    const { runtime } = runtimeWith({ router, viewPath });
    await runtime.router.push({ view: 'list', query: { id: '1' } });
    expect(router.currentRoute.value.fullPath).toBe('/greetings/items?id=1');
    await runtime.router.replace('/');
    expect(router.currentRoute.value.path).toBe('/');
    expect(() => runtime.router.resolve({ view: 'demo' })).toThrow(
      /REMOTE_VIEW_WITHOUT_ROUTE.*remote:hello\/demo/,
    );
  });

  it('fills the path of a view with values', async () => {
    const router = createRouter({
      history: createMemoryHistory(),
      routes: [
        { path: '/', component: page },
        { path: '/tickets/:id/:tab?', component: page },
      ],
    });
    const { runtime } = runtimeWith({ router, viewPath: () => '/tickets/:id/:tab?' });
    await runtime.router.push({ view: 'ticket', params: { id: 'a/b' }, query: { from: 'list' } });
    expect(router.currentRoute.value).toMatchObject({ params: { id: 'a/b' }, query: { from: 'list' } });
    expect(runtime.router.resolve({ view: 'ticket', params: { id: 7, tab: 'log' } }).path).toBe(
      '/tickets/7/log',
    );
    expect(() => runtime.router.resolve({ view: 'ticket' })).toThrow(/REMOTE_VIEW_PARAM_MISSING.* id$/);
  });

  it('asks before a page is left, until disposed', async () => {
    const router = createRouter({
      history: createMemoryHistory(),
      routes: ['/a', '/b', '/c'].map((path) => ({ path, component: page })),
    });
    const { runtime, disposer } = runtimeWith({ router });
    await router.push('/a');
    let asked = 0;
    runtime.router.onBeforeLeave(async () => ++asked > 1);
    // Another query is the same page.
    await router.push('/a?tab=2');
    expect([asked, router.currentRoute.value.fullPath]).toEqual([0, '/a?tab=2']);
    await router.push('/b');
    expect(router.currentRoute.value.path).toBe('/a');
    await router.push('/b');
    expect(router.currentRoute.value.path).toBe('/b');
    await router.push('/c');
    disposer.dispose();
    await router.push('/a');
    await router.push('/b');
    expect(asked).toBe(2);
  });
});
