import { mount } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defineComponent, h, KeepAlive, nextTick, ref } from 'vue';
import { withinSetup } from '../testing/within-setup.ts';
import { usePolling } from './use-polling.ts';

/** A failure, which the shell reports where nobody takes it: here nobody has to. */
function failed(): Promise<undefined> {
  const promise = Promise.reject<undefined>(new Error('gone'));
  promise.finally = (done) => {
    const after = Promise.prototype.finally.call(promise, done) as Promise<undefined>;
    after.catch(() => undefined);
    return after;
  };
  return promise;
}

describe('polling', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('runs while it is enabled, waits for each response, and ends with the page', async () => {
    const wanted = ref(true);
    const work = vi.fn(() => new Promise((resolve) => setTimeout(resolve, 500)));
    const { unmount } = withinSetup(() => usePolling(wanted, work, 100));
    await vi.advanceTimersByTimeAsync(650);
    expect(work).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(work).toHaveBeenCalledTimes(2);
    wanted.value = false;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(work).toHaveBeenCalledTimes(2);
    wanted.value = true;
    await vi.advanceTimersByTimeAsync(150);
    unmount();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(work).toHaveBeenCalledTimes(3);
  });

  it('goes on after work that failed', async () => {
    const work = vi.fn(async () => undefined).mockImplementationOnce(failed);
    const { unmount } = withinSetup(() => usePolling(() => true, work, 100));
    await vi.advanceTimersByTimeAsync(350);
    expect(work).toHaveBeenCalledTimes(3);
    unmount();
  });

  it('rests while another page is shown in the place of its own', async () => {
    const work = vi.fn(async () => undefined);
    const Page = defineComponent({
      setup() {
        usePolling(() => true, work, 100);
        return () => h('p');
      },
    });
    const shown = ref(true);
    const wrapper = mount({ render: () => h(KeepAlive, () => (shown.value ? h(Page) : h('i'))) });
    await vi.advanceTimersByTimeAsync(250);
    expect(work).toHaveBeenCalledTimes(2);
    shown.value = false;
    await nextTick();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(work).toHaveBeenCalledTimes(2);
    shown.value = true;
    await nextTick();
    await vi.advanceTimersByTimeAsync(150);
    expect(work).toHaveBeenCalledTimes(3);
    wrapper.unmount();
  });

  it('rests in a hidden window, and follows its interval', async () => {
    const work = vi.fn(async () => undefined);
    const interval = ref(100);
    const { unmount } = withinSetup(() => usePolling(() => true, work, interval));
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(work).not.toHaveBeenCalled();
    visibility.mockRestore();
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(150);
    expect(work).toHaveBeenCalledTimes(1);
    interval.value = 10;
    await vi.advanceTimersByTimeAsync(25);
    expect(work).toHaveBeenCalledTimes(3);
    unmount();
  });
});
