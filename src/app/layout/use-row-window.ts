import { useEventListener, useResizeObserver } from '@vueuse/core';
import { computed, nextTick, ref, type ComputedRef, type ShallowRef } from 'vue';

/** Shorter lists are rendered in full, so that the browser's search finds every row. */
const ALL_BELOW = 100;
/** Rows rendered around the visible ones, and the step by which the window moves. */
const MARGIN = 10;
const STEP = 10;

/** The rows of a long list to render: the visible ones and some around them. */
export interface RowWindow {
  readonly from: ComputedRef<number>;
  /** Index after the last rendered row. */
  readonly to: ComputedRef<number>;
  /** Scrolls to a row that is out of view, once the rows are rendered. */
  readonly reveal: (index: number) => Promise<void>;
}

/** @param rowHeight pixels; the same for all */
export function useRowWindow(
  scroller: Readonly<ShallowRef<HTMLElement | null>>,
  count: () => number,
  rowHeight: number,
): RowWindow {
  const top = ref(0);
  // Limited to the window until measured.
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
    // Computed, because measuring would force a layout.
    if (index < 0 || (at >= top.value && at + rowHeight <= top.value + height.value)) return;
    await nextTick();
    scroller.value?.scrollTo({ top: at - (height.value - rowHeight) / 2 });
  }

  return { from, to, reveal };
}
