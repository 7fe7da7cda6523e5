import { useEventListener, useResizeObserver } from '@vueuse/core';
import { computed, nextTick, ref, type ComputedRef, type ShallowRef } from 'vue';

/** Fewer rows than this are all drawn: the browser's own search then finds each of them. */
const ALL_BELOW = 100;
/** Rows drawn above and below what is in sight, and by how many at once the window moves. */
const MARGIN = 10;
const STEP = 10;

/** Which rows of a long list are drawn: those in sight, and some around them. */
export interface RowWindow {
  readonly from: ComputedRef<number>;
  /** The first that is not drawn any more. */
  readonly to: ComputedRef<number>;
  /** Scrolls to a row that is not in sight, when the rows are drawn. */
  readonly reveal: (index: number) => Promise<void>;
}

/** @param rowHeight pixels; the same for all */
export function useRowWindow(
  scroller: Readonly<ShallowRef<HTMLElement | null>>,
  count: () => number,
  rowHeight: number,
): RowWindow {
  const top = ref(0);
  // Until it is measured, no more than the window.
  const height = ref(window.innerHeight);
  useEventListener(scroller, 'scroll', () => (top.value = scroller.value?.scrollTop ?? 0), { passive: true });
  useResizeObserver(scroller, () => (height.value = scroller.value?.clientHeight ?? 0));

  const whole = computed(() => count() < ALL_BELOW);
  const from = computed(() => {
    const first = Math.floor(top.value / rowHeight) - MARGIN;
    return whole.value ? 0 : Math.max(0, Math.floor(first / STEP) * STEP);
  });
  const to = computed(() => {
    const last = Math.ceil((top.value + height.value) / rowHeight) + MARGIN;
    return whole.value ? count() : Math.min(count(), Math.ceil(last / STEP) * STEP);
  });

  async function reveal(index: number): Promise<void> {
    const at = index * rowHeight;
    // Not asked of the page, which would have to be laid out for the answer.
    if (index < 0 || (at >= top.value && at + rowHeight <= top.value + height.value)) return;
    await nextTick();
    scroller.value?.scrollTo({ top: at - (height.value - rowHeight) / 2 });
  }

  return { from, to, reveal };
}
