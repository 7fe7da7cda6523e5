import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createScopedI18n } from '@platform/remote-app/host';
import { ref } from 'vue';
import { createMemoryHistory, createRouter, type NavigationGuard, type Router } from 'vue-router';
import { remoteMessages } from '../messages.ts';
import { createLeaveCare } from './leave-care.ts';
import { careForRouter } from './own-guards.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

/** A router with a page of `hello`, which is open, another of it, and one of the shell. */
async function at(answer: boolean | (() => boolean), app: string | null = 'hello') {
  const asked: string[] = [];
  const reported: unknown[] = [];
  const care = createLeaveCare({
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
      { path: '/hello', component: page, meta: { component: 'remote:hello/list' } },
      { path: '/hello/other', component: page, meta: { component: 'remote:hello/other' } },
    ],
  });
  await router.push('/hello');
  const end = careForRouter({ care, router }, () => app ?? undefined);
  return { router, asked, reported, end };
}

async function leave(router: Router, after = 10_000): Promise<string> {
  const leaving = router.push('/').catch(() => undefined);
  await vi.advanceTimersByTimeAsync(after);
  await leaving;
  return router.currentRoute.value.path;
}

const question = 'Leave anyway? Hello holds you on this page. What is not saved there may be lost.';
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
  it.each(Object.entries(traps))('that %s is not the last word', async (_what, guard) => {
    const { router, asked } = await at(true);
    router.beforeEach(guard);
    router.beforeResolve(guard);
    expect(await leave(router)).toBe('/');
    expect(new Set(asked)).toEqual(new Set([question]));
  });

  it.each(Object.entries(traps))('that %s holds who wants to stay', async (_what, guard) => {
    const { router, asked } = await at(false);
    router.beforeEach(guard);
    expect(await leave(router)).toBe('/hello');
    expect(asked).toEqual([question]);
  });

  it('that leads elsewhere for ever is stopped', async () => {
    const { router, asked } = await at(true);
    router.beforeEach(() => '/nowhere');
    expect(await leave(router)).toBe('/nowhere');
    expect(asked).toEqual([question]);
  });

  it('that has led on for ever no longer leads away from where a person wants to go', async () => {
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

  it('asks at once who tries again while the guard is at work', async () => {
    const { router, asked } = await at(true);
    router.beforeEach(() => new Promise(() => {}));
    void router.push('/');
    await vi.advanceTimersByTimeAsync(500);
    expect(await leave(router, 0)).toBe('/');
    expect(asked).toHaveLength(1);
  });

  it('that lets go is not heard of', async () => {
    const { router, asked } = await at(false);
    router.beforeEach(() => true);
    router.beforeEach(() => new Promise((resolve) => setTimeout(() => resolve(undefined), 2_000)));
    expect(await leave(router)).toBe('/');
    expect(asked).toEqual([]);
  });

  it('waits for a person who is being asked, and takes the answer', async () => {
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

  it('has its say between its own pages, and none between others', async () => {
    const { router, asked } = await at(true);
    router.beforeEach(() => false);
    await router.push('/hello/other');
    expect(router.currentRoute.value.path).toBe('/hello');
    expect(asked).toEqual([]);
    await router.push('/');
    await router.push('/?page=2');
    expect(router.currentRoute.value.fullPath).toBe('/?page=2');
  });

  it('of the shell is as it was', async () => {
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
