import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPreloader } from './preloader.ts';
import { createViewUsage } from './view-usage.ts';

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => void vi.useRealTimers());

function setup(savesData = false) {
  const notThere = async () => {
    throw new Error('not there');
  };
  const fetch = vi.fn(notThere);
  const loadPage = vi.fn(notThere);
  const loadCommonParts = vi.fn(notThere);
  const usage = createViewUsage(localStorage);
  const preloader = createPreloader({
    fetchApplication: fetch,
    loadPage,
    loadCommonParts,
    usage,
    savesData: () => savesData,
    whenIdle: (work) => work(),
  });
  const linger = (component: string | null) => {
    preloader.soon(component);
    vi.advanceTimersByTime(80);
  };
  return { fetch, loadPage, loadCommonParts, usage, preloader, linger };
}

describe('preloading a remote application', () => {
  it('waits for the pointer to rest, loads once, and hides a failure', async () => {
    const { fetch, preloader, linger } = setup();
    preloader.soon('remote:hello/list');
    vi.advanceTimersByTime(79);
    preloader.cancel();
    vi.advanceTimersByTime(1_000);
    expect(fetch).not.toHaveBeenCalled();
    linger('remote:hello/list');
    linger('remote:hello/detail');
    await vi.advanceTimersByTimeAsync(0);
    expect(fetch.mock.calls).toEqual([['hello']]);
  });

  it('follows the pointer: only the last entry counts, and leaving counts as none', () => {
    const { fetch, preloader, linger } = setup();
    preloader.soon('remote:hello/list');
    vi.advanceTimersByTime(40);
    linger('remote:member/list');
    preloader.soon('remote:mall/list');
    linger(null);
    expect(fetch.mock.calls).toEqual([['member']]);
  });

  it('loads a page of the host, once', () => {
    const { fetch, loadPage, linger } = setup();
    linger('host:system/users');
    linger('host:system/users');
    linger('host:system/roles');
    linger('elsewhere');
    expect(loadPage.mock.calls).toEqual([
      ['system', 'users'],
      ['system', 'roles'],
    ]);
    expect(fetch).not.toHaveBeenCalled();
  });

  it('does nothing without a component, and with data saving', () => {
    const first = setup();
    first.linger(null);
    const second = setup(true);
    second.linger('remote:hello/list');
    second.linger('host:system/users');
    second.preloader.usual(new Set(['remote:hello/list']));
    for (const { fetch, loadPage, loadCommonParts } of [first, second])
      expect([fetch, loadPage, loadCommonParts].flatMap(({ mock }) => mock.calls)).toEqual([]);
  });

  it("loads the user's most used views and pages that are still in the menus", () => {
    const { fetch, loadPage, loadCommonParts, usage, preloader } = setup();
    const uses: Record<string, number> = { a: 5, b: 2, c: 3, gone: 9, d: 4, e: 3, f: 3 };
    for (const [code, times] of Object.entries(uses)) {
      for (let time = 0; time < times; time++) usage.note(`remote:${code}/list`);
    }
    for (let time = 0; time < 6; time++) usage.note('host:system/users');
    const codes = ['a', 'b', 'c', 'd', 'e', 'f'];
    preloader.usual(new Set([...codes.map((code) => `remote:${code}/list`), 'host:system/users']));
    expect(loadPage.mock.calls).toEqual([['system', 'users']]);
    expect(fetch.mock.calls).toEqual([['a'], ['d'], ['c']]);
    expect(loadCommonParts).toHaveBeenCalledOnce();
  });

  it('remembers the forty most used beside the latest', () => {
    const { usage } = setup();
    for (let page = 1; page <= 45; page += 1) usage.note(`remote:a/${page}`);
    expect(usage.mostUsed(1)).toHaveLength(41);
    expect(usage.mostUsed(1)).toContain('remote:a/45');
  });

  it('works without storage', () => {
    localStorage.setItem('platform.views', '{"remote:a/list":"many"');
    const usage = createViewUsage(localStorage);
    expect(usage.mostUsed(1)).toEqual([]);
    usage.note('remote:a/list');
    expect(usage.mostUsed(1)).toEqual(['remote:a/list']);
    const full = createViewUsage({
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
    });
    expect(() => full.note('remote:a/list')).not.toThrow();
  });
});
