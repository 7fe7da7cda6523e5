import { mount } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defineComponent, h, type Component } from 'vue';
import { useAsyncSetup, type AsyncSetup } from './use-async-setup.ts';

const plain: Component = { render: () => null };

function show(view: Component = plain, asyncViews = new WeakSet<object>()) {
  const onTimeout = vi.fn();
  let setup: AsyncSetup | undefined;
  const Frame = defineComponent(() => {
    setup = useAsyncSetup({ app: 'hello', view, asyncViews, onTimeout });
    return () => h(view);
  });
  const frame = mount(Frame);
  return { frame, setup: setup as unknown as AsyncSetup, onTimeout, asyncViews };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the asynchronous setup of a view', () => {
  it('has 8 s', async () => {
    const { setup, onTimeout } = show();
    setup.onPending();
    await vi.advanceTimersByTimeAsync(7_999);
    expect(onTimeout).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(onTimeout).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'REMOTE_TIMEOUT' }));
  });

  it.each([
    ['it has ended', ({ setup }: ReturnType<typeof show>) => setup.onResolve()],
    ['the view is gone', ({ frame }: ReturnType<typeof show>) => frame.unmount()],
  ])('is not awaited once %s', async (_what, end) => {
    const shown = show();
    shown.setup.onPending();
    await vi.advanceTimersByTimeAsync(100);
    end(shown);
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(0);
    expect(shown.onTimeout).not.toHaveBeenCalled();
  });

  it('is known for the view itself, and learned for its parts', () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const waiting: Component = { setup: async () => () => null };
    expect(show(plain).setup.isAsync.value).toBe(false);
    const around: Component = { render: () => h('div', h(waiting)) };
    const first = show(around);
    expect(first.setup.isAsync.value).toBe(true);
    expect(first.asyncViews.has(around)).toBe(true);
    let atSetup: boolean | undefined;
    const Frame = defineComponent(() => {
      const { asyncViews } = first;
      const found = useAsyncSetup({ app: 'hello', view: around, asyncViews, onTimeout: () => undefined });
      atSetup = found.isAsync.value;
      return () => null;
    });
    mount(Frame);
    expect(atSetup).toBe(true);
  });
});
