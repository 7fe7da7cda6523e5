import { beforeEach, describe, expect, it } from 'vitest';
import { effectScope, shallowRef } from 'vue';
import { useRowWindow, type RowWindow } from './use-row-window.ts';

const ROW = 33;
/** Rows in sight, and those drawn around them. */
const MOST_DRAWN = Math.ceil(window.innerHeight / ROW) + 60;

describe('useRowWindow', () => {
  let list: HTMLElement;
  beforeEach(() => {
    list = document.createElement('nav');
    document.body.replaceChildren(list);
  });
  const windowOf = (count: number): RowWindow =>
    effectScope().run(() => useRowWindow(shallowRef(list), () => count, ROW)) as RowWindow;
  const scrollTo = (top: number) => {
    list.scrollTop = top;
    list.dispatchEvent(new Event('scroll'));
  };

  it('renders all rows of a short list', () => {
    const { from, to } = windowOf(99);
    scrollTo(2_000);
    expect([from.value, to.value]).toEqual([0, 99]);
  });

  it('renders a part of a list of a hundred rows', () => {
    expect(windowOf(100).to.value).toBeLessThan(100);
  });

  it('renders only rows near the viewport of a long list', () => {
    const { from, to } = windowOf(5_000);
    expect(from.value).toBe(0);
    for (const first of [0, 700, 4_990]) {
      scrollTo(first * ROW);
      expect(from.value).toBeLessThanOrEqual(Math.max(0, first - 10));
      expect(to.value).toBeGreaterThanOrEqual(Math.min(5_000, first + 10));
      expect(to.value - from.value).toBeLessThan(MOST_DRAWN);
    }
    expect(to.value).toBe(5_000);
  });

  it('scrolls only to a row out of sight', async () => {
    const { from, to, reveal } = windowOf(5_000);
    await reveal(3);
    expect(list.scrollTop).toBe(0);
    await reveal(4_000);
    list.dispatchEvent(new Event('scroll'));
    expect(from.value).toBeLessThan(4_000);
    expect(to.value).toBeGreaterThan(4_000);
  });
});
