import { useEventListener, useMutationObserver } from '@vueuse/core';
import type { Ref } from 'vue';

const isDisabled = (element: Element | null): boolean => element?.matches(':disabled') === true;

/**
 * Moves the focus to the page when the focused element is removed from it or disabled, for example
 * the button of what has just been deleted. A keyboard user would otherwise go on from the top of
 * the document.
 */
export function useKeptFocus(page: Readonly<Ref<HTMLElement | null>>): void {
  let focused: EventTarget | null = null;
  useEventListener(page, 'focusin', ({ target }) => (focused = target));
  useEventListener(page, 'focusout', ({ relatedTarget }) => {
    if (relatedTarget !== null) focused = null;
  });

  /** The component that removed it may have a better place for the focus: it goes first. */
  function look(): void {
    const { activeElement } = document;
    if (activeElement !== document.body && !isDisabled(activeElement)) return;
    page.value?.focus({ preventScroll: true });
  }

  useMutationObserver(
    page,
    () => {
      if (!(focused instanceof Element) || (focused.isConnected && !isDisabled(focused))) return;
      focused = null;
      requestAnimationFrame(look);
    },
    { childList: true, subtree: true, attributeFilter: ['disabled'] },
  );
}
