import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPreloader } from './preloader.ts';
import { createViewUsage } from './view-usage.ts';

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => void vi.useRealTimers());

function setup(savesData = false) {
  const fetch = vi.fn(async () => {
    throw new Error('not there');
  });
  const usage = createViewUsage(localStorage);
  const preloader = createPreloader({ fetch, usage, savesData: () => savesData, whenIdle: (work) => work() });
  const linger = (component: string | null) => {
    preloader.soon(component);
    vi.advanceTimersByTime(80);
  };
  return { fetch, usage, preloader, linger };
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

  it('does nothing for pages of the host, and with data saving', () => {
    const first = setup();
    first.linger('host:market/list');
    first.linger(null);
    const second = setup(true);
    second.linger('remote:hello/list');
    expect([...first.fetch.mock.calls, ...second.fetch.mock.calls]).toEqual([]);
  });

  it("loads the user's most used applications that are still in the menus", () => {
    const { fetch, usage, preloader } = setup();
    const uses: Record<string, number> = { a: 5, b: 2, c: 3, gone: 9, d: 4 };
    for (const [code, times] of Object.entries(uses)) {
      for (let time = 0; time < times; time++) usage.note(`remote:${code}/list`);
    }
    preloader.usual(new Set(['a', 'b', 'c', 'd'].map((code) => `remote:${code}/list`)));
    expect(fetch.mock.calls).toEqual([['a'], ['d']]);
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
