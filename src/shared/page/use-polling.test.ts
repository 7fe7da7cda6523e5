import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ref } from 'vue';
import { withinSetup } from '../testing/within-setup.ts';
import { usePolling } from './use-polling.ts';

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
});
