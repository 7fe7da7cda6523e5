import { mount } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { computed, h, type ComputedRef } from 'vue';
import {
  createMemoryHistory,
  createRouter,
  matchedRouteKey,
  onBeforeRouteLeave,
  type NavigationGuard,
  type NavigationGuardReturn,
  type RouteLocationNormalized,
  type RouteRecordNormalized,
} from 'vue-router';
import type { LeaveControl } from './leave-control.ts';
import { guardRouter, useLeaveGuards, wrapGuard } from './leave-guards.ts';

const page = { render: () => null };
const of = (app: string) => ({ path: `/${app}`, component: page, meta: { component: `remote:${app}/list` } });
const router = createRouter({
  history: createMemoryHistory(),
  routes: [
    of('demo'),
    of('mall'),
    { path: '/', component: page },
    { path: '/other', component: page, meta: { component: 'not remote:demo/list' } },
  ],
});
const at = (path: string) => router.resolve(path) as RouteLocationNormalized;

/** Says what a guard's refusal would be asked about. */
const asked: string[] = [];
const leaveControl = {
  run: async (
    app: string,
    path: string,
    run: () => Promise<NavigationGuardReturn>,
    refuses: (outcome: NavigationGuardReturn) => boolean,
  ) => {
    const outcome = await run();
    asked.push(`${app} ${path} ${refuses(outcome) ? 'refuses' : 'agrees'}`);
    return outcome;
  },
} as unknown as LeaveControl;
const wrapped = (guard: NavigationGuard) => {
  const made = wrapGuard('demo', guard, { leaveControl, router });
  return (to: string, from: string) => made.call(undefined, at(to), at(from), () => undefined);
};

beforeEach(() => {
  asked.length = 0;
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a guard of an application', () => {
  it('is asked within its pages, towards them, and from them, but not between those of others', async () => {
    const guard = vi.fn(() => false);
    const go = wrapped(guard);
    expect([await go('/mall', '/'), await go('/', '/mall'), await go('/other', '/')]).toEqual([
      ...[true, true, true],
    ]);
    expect(guard).not.toHaveBeenCalled();
    expect([await go('/demo', '/'), await go('/demo', '/demo')]).toEqual([false, false]);
    expect(asked).toEqual([]);
    expect(await go('/mall', '/demo')).toBe(false);
    expect(asked).toEqual(['demo /demo refuses']);
  });

  it.each([
    [false, 'refuses'],
    [new Error('no'), 'refuses'],
    ['/demo', 'refuses'],
    [{ path: '/demo' }, 'refuses'],
    ['/mall', 'agrees'],
    [{ path: '/' }, 'agrees'],
    [true, 'agrees'],
    [undefined, 'agrees'],
  ])('that returns %o %s to leave', async (outcome, answer) => {
    await wrapped(() => outcome)('/', '/demo');
    expect(asked).toEqual([`demo /demo ${answer}`]);
  });

  it('refuses with its sixth redirect within a second, and from then on', async () => {
    const go = wrapped(() => '/mall');
    const answers = async (times: number): Promise<string> => {
      asked.length = 0;
      for (let time = 0; time < times; time += 1) await go('/', '/demo');
      return asked.map((text) => text.split(' ')[2]).join(' ');
    };
    const five = 'agrees agrees agrees agrees agrees';
    vi.advanceTimersByTime(5_000);
    expect(await answers(5)).toBe(five);
    vi.advanceTimersByTime(1_001);
    expect(await answers(5)).toBe(five);
    vi.advanceTimersByTime(1_000);
    expect(await answers(1)).toBe('refuses');
    vi.advanceTimersByTime(5_000);
    expect(await answers(1)).toBe('refuses');
  });

  it('may take `next`, and fail', async () => {
    expect(await wrapped((_to, _from, next) => next('/mall'))('/', '/demo')).toBe('/mall');
    const failing: NavigationGuard = (_to, _from, _next) => Promise.reject(new Error('no'));
    await expect(wrapped(failing)('/', '/demo')).rejects.toThrow('no');
  });
});

it('wraps the leave guards of the components below, once each, and removes them with these', async () => {
  const record = { leaveGuards: new Set<NavigationGuard>() } as unknown as RouteRecordNormalized;
  const guard = vi.fn(() => false);
  const Page = {
    setup: () => {
      onBeforeRouteLeave(guard);
      return () => null;
    },
  };
  const Frame = {
    setup: () => {
      useLeaveGuards('demo', leaveControl);
      return () => [h(Page), h(Page)];
    },
  };
  const matched: ComputedRef<RouteRecordNormalized> = computed(() => record);
  const mounted = mount(Frame, {
    global: { plugins: [router], provide: { [matchedRouteKey as symbol]: matched } },
  });
  expect(record.leaveGuards.size).toBe(1);
  expect(record.leaveGuards.has(guard)).toBe(false);
  const [only] = record.leaveGuards;
  expect(await only?.call(undefined, at('/mall'), at('/demo'), () => undefined)).toBe(false);
  expect(asked).toEqual(['demo /demo refuses']);
  mounted.unmount();
  expect(record.leaveGuards.size).toBe(0);
  mount(
    { setup: () => (useLeaveGuards('demo', leaveControl), () => null) },
    { global: { plugins: [router] } },
  );
});

describe('the router that applications share', () => {
  const registered: NavigationGuard[] = [];
  const shared = () => {
    registered.length = 0;
    const beforeEach = (guard: NavigationGuard) => (registered.push(guard), () => undefined);
    return { ...router, beforeEach, beforeResolve: beforeEach } as typeof router;
  };

  it('wraps the guards of the application whose code runs, and no others', async () => {
    const own = shared();
    const running: { app?: string } = {};
    const guard = vi.fn(() => false);
    guardRouter({ router: own, leaveControl }, () => running.app);
    own.beforeEach(guard);
    own.beforeResolve(guard);
    expect(registered).toEqual([guard, guard]);
    running.app = 'demo';
    own.beforeEach(guard);
    own.beforeResolve(guard);
    for (const wrappedGuard of registered.slice(2)) {
      expect(wrappedGuard).not.toBe(guard);
      expect(await wrappedGuard.call(undefined, at('/mall'), at('/'), () => undefined)).toBe(true);
    }
    expect(guard).not.toHaveBeenCalled();
  });

  it('cannot be changed until it is restored', () => {
    const own = shared();
    const before = { ...own };
    const restore = guardRouter({ router: own, leaveControl }, () => undefined);
    for (const name of ['push', 'replace', 'resolve', 'beforeEach', 'beforeResolve', 'go', 'back', 'forward'])
      expect(() => Object.assign(own, { [name]: () => undefined }), name).toThrow(TypeError);
    restore();
    expect(own).toEqual(before);
    const push = async () => undefined;
    expect(Object.assign(own, { push })).toMatchObject({ push });
  });
});
