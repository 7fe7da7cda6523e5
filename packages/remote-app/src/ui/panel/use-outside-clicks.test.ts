// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { effectScope, nextTick, ref } from 'vue';
import { useOutsideClicks } from './use-outside-clicks.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('lets clicks beside a panel count once a double click that opened it is over', async () => {
  const open = ref(false);
  const scope = effectScope();
  const count = scope.run(() => useOutsideClicks(() => open.value));
  open.value = true;
  await nextTick();
  vi.advanceTimersByTime(300);
  expect(count?.value).toBe(false);
  vi.advanceTimersByTime(300);
  expect(count?.value).toBe(true);
  open.value = false;
  await nextTick();
  open.value = true;
  await nextTick();
  expect(count?.value).toBe(false);
  scope.stop();
});
