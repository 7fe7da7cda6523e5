import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepScroll } from './keep-scroll.ts';

/** A frame of the browser, in milliseconds. */
const FRAME_MS = 16;

/** A view in a scroller whose content is as high as `height` says. */
function scrolled(to: number) {
  let height = to;
  let at = to;
  const scroller = document.createElement('div');
  Object.defineProperty(scroller, 'scrollTop', {
    get: () => at,
    set(wish: number) {
      at = Math.min(wish, height);
    },
  });
  const root = scroller.appendChild(document.createElement('section'));
  document.body.append(scroller);
  return {
    root,
    position: () => at,
    grow: (by: number) => (height = by),
    empty: () => {
      height = 0;
      at = 0;
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

describe('the scroll position of a rebuilt view', () => {
  it('is restored once its content is high enough', () => {
    const { root, position, empty, grow } = scrolled(300);
    const restore = keepScroll(root);
    empty();
    restore();
    vi.advanceTimersByTime(1_000);
    expect(position()).toBe(0);
    grow(500);
    vi.advanceTimersByTime(FRAME_MS);
    expect(position()).toBe(300);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is given up after 1.5 s', () => {
    const { root, position, empty, grow } = scrolled(300);
    const restore = keepScroll(root);
    empty();
    restore();
    vi.advanceTimersByTime(1_500);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(2 * FRAME_MS);
    expect(vi.getTimerCount()).toBe(0);
    grow(500);
    vi.advanceTimersByTime(1_000);
    expect(position()).toBe(0);
  });

  it.each(['wheel', 'touchstart', 'keydown', 'pointerdown'])('is left to a user who acts: %s', (type) => {
    const { root, position, empty, grow } = scrolled(300);
    const restore = keepScroll(root);
    empty();
    restore();
    vi.advanceTimersByTime(FRAME_MS);
    window.dispatchEvent(new Event(type));
    grow(500);
    vi.advanceTimersByTime(1_000);
    expect(position()).toBe(0);
  });

  it('is ignored without scrolling', () => {
    keepScroll(scrolled(0).root)();
    keepScroll(null)();
    expect(vi.getTimerCount()).toBe(0);
  });
});
