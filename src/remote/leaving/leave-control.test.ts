import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createScopedI18n } from '@platform/remote-app/host';
import { ref } from 'vue';
import { createMemoryHistory, createRouter, type NavigationGuard, type Router } from 'vue-router';
import { remoteMessages } from '../messages.ts';
import { createLeaveControl } from './leave-control.ts';
import { guardRouter } from './leave-guards.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

/** A router with a page of `hello`, which is open, another of it, and one of the shell. */
async function at(answer: boolean | (() => boolean), app: string | null = 'hello') {
  const asked: string[] = [];
  const reported: unknown[] = [];
  const leaveControl = createLeaveControl({
    confirm: async ({ title, text }) => {
      asked.push(`${title} ${text}`);
      return typeof answer === 'function' ? answer() : answer;
    },
    texts: createScopedI18n(ref('en-US'), remoteMessages),
    nameOf: () => 'Hello',
    report: (_app, error) => reported.push(error),
  });
  const page = { render: () => null };
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: '/', component: page },
      { path: '/nowhere', component: page },
      { path: '/hello', component: page, meta: { component: 'remote:hello/list' } },
      { path: '/hello/other', component: page, meta: { component: 'remote:hello/other' } },
    ],
  });
  await router.push('/hello');
  const end = guardRouter({ leaveControl, router }, () => app ?? undefined);
  return { router, asked, reported, end };
}

async function leave(router: Router, after = 10_000): Promise<string> {
  const leaving = router.push('/').catch(() => undefined);
  await vi.advanceTimersByTimeAsync(after);
  await leaving;
  return router.currentRoute.value.path;
}

const question = 'Leave anyway? Hello keeps you on this page. Unsaved changes may be lost.';
const traps: Readonly<Record<string, NavigationGuard>> = {
  'always refuses': () => false,
  'refuses by its third parameter': (_to, _from, next) => next(false),
  'never answers': () => new Promise(() => {}),
  'never calls its third parameter': (_to, _from, _next) => undefined,
  throws: () => {
    throw new Error('no');
  },
  'leads back': () => '/hello',
  'leads to another page of its own': () => ({ path: '/hello/other' }),
  'answers with an error': () => new Error('no'),
};

describe('findings: remotes 6: a guard of an application', () => {
  it.each(Object.entries(traps))('that %s cannot keep the user on the page', async (_what, guard) => {
    const { router, asked } = await at(true);
    router.beforeEach(guard);
    router.beforeResolve(guard);
    expect(await leave(router)).toBe('/');
    expect(new Set(asked)).toEqual(new Set([question]));
  });

  it.each(Object.entries(traps))('that %s keeps a user who wants to stay', async (_what, guard) => {
    const { router, asked } = await at(false);
    router.beforeEach(guard);
    expect(await leave(router)).toBe('/hello');
    expect(asked).toEqual([question]);
  });

  it('that redirects endlessly is stopped', async () => {
    const { router, asked } = await at(true);
    router.beforeEach(() => '/nowhere');
    expect(await leave(router)).toBe('/nowhere');
    expect(asked).toEqual([question]);
  });

  /** Redirects as often as given, each after some milliseconds. */
  const redirecting = (times: number, after = 0): NavigationGuard => {
    let redirects = 0;
    return async () => {
      await new Promise((resolve) => setTimeout(resolve, after));
      redirects += 1;
      return redirects > times || '/nowhere';
    };
  };

  it.each([
    ['five times', redirecting(5), []],
    ['six times', redirecting(6), [question]],
    ['more often, over some seconds', redirecting(9, 300), []],
  ] as const)('that redirects %s is followed', async (_what, guard, questions) => {
    const { router, asked } = await at(true);
    router.beforeEach(guard);
    expect(await leave(router)).toBe('/nowhere');
    expect(asked).toEqual(questions);
  });

  it('that redirected endlessly does not affect later navigations', async () => {
    let leaves = false;
    const { router, asked } = await at(() => leaves);
    router.beforeResolve(() => ({ path: '/nowhere' }));
    expect(await leave(router)).toBe('/hello');
    leaves = true;
    expect(await leave(router)).toBe('/');
    expect(asked).toEqual([question, question]);
  });

  it('waits 3 s before it asks', async () => {
    const { router, asked } = await at(true);
    router.beforeEach(() => new Promise(() => {}));
    void router.push('/');
    await vi.advanceTimersByTimeAsync(2_900);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(asked).toHaveLength(1);
  });

  it('asks at once if the user tries again while the guard runs', async () => {
    const { router, asked } = await at(true);
    router.beforeEach(() => new Promise(() => {}));
    void router.push('/');
    await vi.advanceTimersByTimeAsync(500);
    expect(await leave(router, 0)).toBe('/');
    expect(asked).toHaveLength(1);
  });

  it('that allows leaving is not asked about', async () => {
    const { router, asked } = await at(false);
    router.beforeEach(() => true);
    router.beforeEach(() => new Promise((resolve) => setTimeout(() => resolve(undefined), 2_000)));
    expect(await leave(router)).toBe('/');
    expect(asked).toEqual([]);
  });

  it('waits for an open question, and accepts the answer', async () => {
    const { router, asked } = await at(true);
    const dialog = document.body.appendChild(document.createElement('div'));
    dialog.setAttribute('role', 'dialog');
    Object.assign(dialog, { checkVisibility: () => true });
    router.beforeEach(
      () =>
        new Promise((resolve) => {
          setTimeout(() => {
            document.dispatchEvent(trusted('pointerdown'));
            dialog.remove();
            resolve(false);
          }, 8_000);
        }),
    );
    expect(await leave(router, 9_000)).toBe('/hello');
    expect(asked).toEqual([]);
    // The second time within a moment it is a trap, whatever was answered.
    expect(await leave(router, 9_000)).toBe('/');
    expect(asked).toEqual([question]);
  });

  it('is not waited for after its answer, while its dialog stays', async () => {
    const { router } = await at(true);
    const dialog = document.body.appendChild(document.createElement('div'));
    dialog.setAttribute('role', 'dialog');
    Object.assign(dialog, { checkVisibility: () => true });
    router.beforeEach(() => true);
    expect(await leave(router, 3_000)).toBe('/');
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ['more than 10 s later is heard', 10_001, []],
    ['within 10 s is a trap', 10_000, [question]],
  ] as const)('that refuses after an answer, and again %s', async (_what, later, questions) => {
    const { router, asked } = await at(false);
    router.beforeEach(() => {
      document.dispatchEvent(trusted('keydown'));
      return false;
    });
    await leave(router, 0);
    await vi.advanceTimersByTimeAsync(later);
    await leave(router, 0);
    expect(asked).toEqual(questions);
  });

  it('handles answers only while it runs', async () => {
    const [added, removed] = [
      vi.spyOn(document, 'addEventListener'),
      vi.spyOn(document, 'removeEventListener'),
    ];
    const { router, asked } = await at(false);
    router.beforeEach(() => false);
    await leave(router);
    document.dispatchEvent(trusted('pointerdown'));
    await vi.advanceTimersByTimeAsync(20_000);
    await leave(router);
    expect(asked).toEqual([question, question]);
    expect(added).toHaveBeenCalledTimes(4);
    expect(removed.mock.calls).toEqual(added.mock.calls);
  });

  it('applies between its own pages, and not between others', async () => {
    const { router, asked } = await at(true);
    router.beforeEach(() => false);
    await router.push('/hello/other');
    expect(router.currentRoute.value.path).toBe('/hello');
    expect(asked).toEqual([]);
    await router.push('/');
    await router.push('/?page=2');
    expect(router.currentRoute.value.fullPath).toBe('/?page=2');
  });

  it('of the shell is not changed', async () => {
    const { router, asked, end } = await at(true, null);
    router.beforeEach(() => false);
    expect(await leave(router)).toBe('/hello');
    expect(asked).toEqual([]);
    end();
  });
});

function trusted(type: string): Event {
  return Object.defineProperty(new Event(type), 'isTrusted', { value: true });
}
