import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBootWatchdog, type BootWatchdog } from './boot-watchdog.ts';

const hello = { code: 'hello', entry: '/remote-apps/hello/index.js?v=1.0.0' };
const mall = { code: 'mall', entry: '/remote-apps/mall/index.js?v=2.0.0' };
const pages: BootWatchdog[] = [];

function start() {
  const told: string[] = [];
  const watchdog = createBootWatchdog({ onLeftOut: (code) => told.push(code) });
  pages.push(watchdog);
  return { watchdog, told };
}
/** The stored marks of running pages. */
const marks = () =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith('platform.remote.running.'))
    .map((key) => JSON.parse(localStorage.getItem(key) ?? '') as unknown);
/** As a page that was stopped leaves it. */
function leaveMark(...apps: readonly unknown[]): void {
  localStorage.setItem('platform.remote.running.gone', JSON.stringify(apps));
}
const beat = () => new Promise((resolve) => setTimeout(resolve, 5));
const refused = (watchdog: BootWatchdog, app = hello) =>
  watchdog.check(app).then(
    () => false,
    (error: { code: string }) => error.code,
  );

afterEach(() => {
  for (const page of pages.splice(0)) page.stop();
  localStorage.clear();
  sessionStorage.clear();
  vi.restoreAllMocks();
});

describe('design 16-24: the mark of running applications', () => {
  it('exists before the code runs, and until the page responds again', async () => {
    const { watchdog } = start();
    const ran = watchdog.enter(hello);
    expect(marks()).toEqual([[hello]]);
    ran();
    await Promise.resolve();
    expect(marks()).toEqual([[hello]]);
    await beat();
    expect(marks()).toEqual([]);
  });

  it('exists while a view is visible, and not while the page is hidden or after it has left', () => {
    const { watchdog } = start();
    const left = watchdog.show(mall);
    expect(marks()).toEqual([[mall]]);
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(marks()).toEqual([]);
    hidden.mockRestore();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(marks()).toEqual([[mall]]);
    window.dispatchEvent(new Event('pagehide'));
    expect(marks()).toEqual([]);
    window.dispatchEvent(new Event('pageshow'));
    expect(marks()).toEqual([[mall]]);
    left();
    left();
    expect(marks()).toEqual([]);
  });

  it('is not written again after the page has left, while an application is still loading', () => {
    const { watchdog } = start();
    const ran = watchdog.enter(hello);
    window.dispatchEvent(new Event('pagehide'));
    // Browsers say that a page is hidden after they said that it leaves.
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(marks()).toEqual([]);
    watchdog.show(mall);
    expect(marks()).toEqual([]);
    hidden.mockRestore();
    window.dispatchEvent(new Event('pageshow'));
    expect(marks()).toEqual([[hello]]);
    ran();
  });

  it('is written although an application has replaced methods of the storage', () => {
    const { watchdog } = start();
    const stolen = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => undefined);
    const parse = vi.spyOn(JSON, 'stringify').mockReturnValue('{}');
    watchdog.enter(hello);
    stolen.mockRestore();
    parse.mockRestore();
    expect(marks()).toEqual([[hello]]);
  });

  it('of a storage that rejects writes has no effect', () => {
    const full = {
      ...{ length: 0, key: () => null, getItem: () => null, clear: () => undefined },
      removeItem: () => undefined,
      setItem: () => {
        throw new Error('full');
      },
    };
    const watchdog = createBootWatchdog({ storage: full, onLeftOut: () => undefined });
    pages.push(watchdog);
    expect(() => watchdog.enter(hello)()).not.toThrow();
  });
});

describe('design 16-24: the start after a page that stopped', () => {
  it('quarantines the applications of its mark, with one notice, and nothing else', async () => {
    leaveMark(hello);
    const { watchdog, told } = start();
    expect(await refused(watchdog)).toBe('REMOTE_LEFT_OUT');
    expect(await refused(watchdog, mall)).toBe(false);
    expect(told).toEqual(['hello']);
    expect(marks()).toEqual([]);
    const second = start();
    expect(await refused(second.watchdog)).toBe('REMOTE_LEFT_OUT');
    expect(second.told).toEqual([]);
  });

  it('readmits them on request, or with another build', async () => {
    leaveMark(hello, mall);
    const { watchdog } = start();
    expect(await refused(watchdog)).toBe('REMOTE_LEFT_OUT');
    expect(await refused(watchdog, { ...hello, entry: '/remote-apps/hello/index.js?v=1.0.1' })).toBe(false);
    watchdog.readmit('hello');
    expect(await refused(watchdog)).toBe(false);
    expect(await refused(watchdog, mall)).toBe('REMOTE_LEFT_OUT');
  });

  it('quarantines nothing that runs in another responsive page', async () => {
    const other = start();
    other.watchdog.enter(hello);
    const { watchdog, told } = start();
    expect(await refused(watchdog)).toBe(false);
    expect(told).toEqual([]);
    expect(marks()).toEqual([[hello]]);
  });

  it('ignores unreadable entries', async () => {
    localStorage.setItem('platform.remote.running.gone', '{"code":');
    localStorage.setItem('platform.remote.running.older', '[{"code": 7}, null]');
    localStorage.setItem('platform.remote.left-out', 'nothing');
    const { watchdog, told } = start();
    expect(await refused(watchdog)).toBe(false);
    expect(told).toEqual([]);
  });
});

describe('findings: remotes, harm: a page reloaded three times within 30 s', () => {
  /** Each time with a view of the application in sight. */
  async function reload(times: number, { app = hello, type = 'reload', pause = 1_000, act = () => {} } = {}) {
    vi.spyOn(performance, 'getEntriesByType').mockImplementation(() => [{ type } as never]);
    let time = Date.now();
    vi.spyOn(Date, 'now').mockImplementation(() => time);
    for (let turn = 0; turn < times; turn++) {
      const { watchdog } = start();
      watchdog.show(app);
      act();
      window.dispatchEvent(new Event('pagehide'));
      watchdog.stop();
      time += pause;
    }
    return start();
  }

  it('quarantines the visible application, with one notice', async () => {
    const { watchdog, told } = await reload(3);
    expect(await refused(watchdog)).toBe('REMOTE_LEFT_OUT');
    expect(await refused(watchdog, mall)).toBe(false);
    expect(told).toEqual(['hello']);
    watchdog.readmit('hello');
    expect(await refused(watchdog)).toBe(false);
    watchdog.stop();
    expect((await reload(1)).told).toEqual([]);
  });

  it('quarantines nothing earlier, or with longer intervals', async () => {
    expect(await refused((await reload(2)).watchdog)).toBe(false);
    sessionStorage.clear();
    expect(await refused((await reload(5, { pause: 16_000 })).watchdog)).toBe(false);
  });

  it('quarantines nothing after a click, a navigation, or of a development build', async () => {
    const click = () => {
      const event = Object.defineProperty(new Event('click', { bubbles: true }), 'isTrusted', {
        value: true,
      });
      document.body.dispatchEvent(event);
    };
    expect(await refused((await reload(3, { act: click })).watchdog)).toBe(false);
    expect(await refused((await reload(3, { type: 'navigate' })).watchdog)).toBe(false);
    const developed = { ...hello, build: '7' };
    expect(await refused((await reload(3, { app: developed })).watchdog)).toBe(false);
  });

  it('ignores unreadable entries', async () => {
    vi.spyOn(performance, 'getEntriesByType').mockImplementation(() => [{ type: 'reload' } as never]);
    const manyNulls = JSON.stringify(Array(3).fill({ at: Date.now(), apps: [null] }));
    for (const kept of ['[', '7', '[null]', '[{"at":1e99,"apps":7}]', manyNulls]) {
      sessionStorage.setItem('platform.remote.reloads', kept);
      expect(await refused(start().watchdog)).toBe(false);
    }
  });
});
