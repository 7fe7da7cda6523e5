import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQuickReloads, type QuickReloads } from './quick-reloads.ts';

const hello = { code: 'hello', entry: '/remote-apps/hello/index.js?v=1.0.0' };
const mall = { code: 'mall', entry: '/remote-apps/mall/index.js?v=2.0.0' };
type App = typeof hello & { build?: string };

const pages: QuickReloads[] = [];
let navigation: string;

beforeEach(() => {
  vi.useFakeTimers();
  navigation = 'reload';
  vi.spyOn(performance, 'getEntriesByType').mockImplementation(
    () => [{ type: navigation }] as unknown as PerformanceEntryList,
  );
});
afterEach(() => {
  for (const page of pages.splice(0)) page.stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
  sessionStorage.clear();
});

function open(): QuickReloads {
  const page = createQuickReloads(window);
  pages.push(page);
  return page;
}
/** A page that shows applications and is left after some milliseconds. */
function show(apps: readonly App[], after = 1_000): readonly App[] {
  const page = open();
  vi.advanceTimersByTime(after);
  page.leave(apps);
  page.stop();
  return page.suspects;
}
function click(isTrusted: boolean): void {
  document.dispatchEvent(Object.defineProperty(new Event('click'), 'isTrusted', { value: isTrusted }));
}

describe('a page that is reloaded again and again', () => {
  it('suspects the applications that were visible at three reloads', () => {
    expect(show([hello, mall])).toEqual([]);
    expect(show([mall])).toEqual([]);
    expect(show([mall, hello])).toEqual([]);
    expect(open().suspects).toEqual([mall]);
    expect(open().suspects).toEqual([]);
  });

  it('suspects no other version than the one that was visible', () => {
    show([hello]);
    show([hello]);
    show([{ ...hello, entry: '/remote-apps/hello/index.js?v=1.0.1' }]);
    expect(open().suspects).toEqual([]);
  });

  it('suspects nothing when the reloads are 30 s apart', () => {
    show([hello], 0);
    show([hello], 14_999);
    show([hello], 15_000);
    expect(open().suspects).toEqual([hello]);
    show([hello], 0);
    show([hello], 15_000);
    show([hello], 15_000);
    expect(open().suspects).toEqual([]);
  });

  it('begins anew after a click of the user, and not after one that code has made', () => {
    for (const [isTrusted, suspects] of [
      [true, []],
      [false, [hello]],
    ] as const) {
      show([hello]);
      show([hello]);
      const page = open();
      click(isTrusted);
      page.leave([hello]);
      page.stop();
      expect(open().suspects).toEqual(suspects);
      sessionStorage.clear();
    }
  });

  it('begins anew when it was opened in another way than by a reload', () => {
    show([hello]);
    show([hello]);
    show([hello]);
    navigation = 'navigate';
    expect(open().suspects).toEqual([]);
  });

  it('does not count development builds, nor what else stands in the storage', () => {
    for (let times = 0; times < 3; times += 1) show([{ ...hello, build: '7' }]);
    expect(open().suspects).toEqual([]);
    sessionStorage.setItem('platform.remote.reloads', '[{"at":"now"}]');
    expect(open().suspects).toEqual([]);
    sessionStorage.setItem('platform.remote.reloads', '{');
    expect(open().suspects).toEqual([]);
  });
});
