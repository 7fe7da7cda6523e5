import { nextTick, onScopeDispose, watch, type Ref } from 'vue';
import { useTabsStore } from './tabs-store.ts';

/** Milliseconds in which a page that loads its rows again may reach its former height. */
const PATIENCE_MS = 1_500;
const USER_EVENTS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/**
 * Returns to where the person had scrolled a page when its tab is shown again; a page that is
 * opened begins at its top. (design 15.7)
 */
export function useTabScroll(scroller: Readonly<Ref<HTMLElement | null>>, key: Readonly<Ref<string>>): void {
  const tabs = useTabsStore();
  const places = new Map<string, number>();
  let current = new AbortController();

  function restore(element: HTMLElement, top: number): void {
    current.abort();
    current = new AbortController();
    const { signal } = current;
    const until = performance.now() + PATIENCE_MS;
    for (const type of USER_EVENTS) window.addEventListener(type, () => current.abort(), { signal });
    const step = (): void => {
      if (signal.aborted) return;
      element.scrollTop = top;
      if (Math.abs(element.scrollTop - top) < 2 || performance.now() > until) current.abort();
      else requestAnimationFrame(step);
    };
    step();
  }

  watch(
    key,
    async (shown, before) => {
      const element = scroller.value;
      if (!element) return;
      places.set(before, element.scrollTop);
      await nextTick();
      for (const kept of places.keys()) if (!tabs.find(kept)) places.delete(kept);
      restore(element, places.get(shown) ?? 0);
    },
    // The former page is still there.
    { flush: 'sync' },
  );
  onScopeDispose(() => current.abort());
}
