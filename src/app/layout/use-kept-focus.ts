import { useEventListener, useMutationObserver } from '@vueuse/core';
import type { Ref } from 'vue';
import { isLost, isOpen, nearestTo, placeOf, type FocusPlace } from './focus-place.ts';

/** Elements lose the focus when their row is moved to another place. */
function wasMoved({ line: [own] }: FocusPlace, changes: readonly MutationRecord[]): boolean {
  return (
    document.activeElement === document.body &&
    changes.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(own?.element ?? null)))
  );
}

/**
 * Moves the focus to what is nearest when the focused element is removed, moved or disabled, on the
 * page or in a panel over it: the row after the one that was deleted, the next step of an import. A
 * keyboard user would otherwise continue from the top of the document, behind the panel.
 */
export function useKeptFocus(page: Readonly<Ref<HTMLElement | null>>): void {
  /** The last place in each panel, and on the page; the latest is the last one. */
  const places = new Map<Element | null, FocusPlace>();
  let lost = false;
  const latest = (): FocusPlace | undefined => [...places.values()].at(-1);
  /** Each panel that was opened would stay in memory. */
  const forgetClosed = (): void => places.forEach((place, panel) => isOpen(place) || places.delete(panel));

  useEventListener(document, 'focusin', ({ target, relatedTarget }) => {
    if (!(target instanceof HTMLElement)) return;
    const former = places.get(null);
    // A panel has been closed whose opener is gone.
    if (target === page.value && relatedTarget === null && former && isLost(former)) return move(former);
    forgetClosed();
    const place = placeOf(target);
    places.delete(place.panel);
    places.set(place.panel, place);
  });

  function move(place: FocusPlace): void {
    places.delete(place.panel);
    (nearestTo(place) ?? page.value)?.focus({ preventScroll: true });
  }

  /** The component that removed it may have a better place for the focus: it goes first. */
  function look(): void {
    lost = false;
    const { activeElement } = document;
    if (activeElement !== document.body && !activeElement?.matches(':disabled')) return;
    forgetClosed();
    const place = latest();
    if (place) move(place);
  }

  useMutationObserver(
    () => (page.value ? document.body : undefined),
    (changes) => {
      const place = latest();
      if (lost || !place || !(isLost(place) || wasMoved(place, changes))) return;
      lost = true;
      requestAnimationFrame(look);
    },
    { childList: true, subtree: true, attributeFilter: ['disabled'] },
  );
}
