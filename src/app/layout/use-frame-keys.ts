import { useEventListener } from '@vueuse/core';
import { useRouter } from 'vue-router';
import { helpPath } from '@/shared/page';
import { isShown } from '@/shared/ui/is-shown.ts';
import { isTyped } from '@/shared/ui/is-typed.ts';
import { useFrameStore } from '../actions/frame-store.ts';
import { usePageActions } from '../actions/use-page-actions.ts';

/** Keys with Alt and Shift, by their place on the keyboard: with Alt, some keyboards type signs. */
const byCode: Readonly<Record<string, string>> = {
  KeyF: 'full',
  KeyS: 'favourite',
  KeyC: 'link',
  KeyL: 'lock',
};

const COVERING = '[role="dialog"], [role="menu"]';

/** The search of the page that is shown; lists lead to theirs by themselves. */
const searchField = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('main input[type="search"]')].find(isShown);

/**
 * A select that is folded keeps Escape for itself, so that a panel would not close by it: the panel
 * gets the key instead.
 */
function handOn(event: KeyboardEvent): void {
  const { target } = event;
  if (event.key !== 'Escape' || !(target instanceof Element)) return;
  if (!target.matches('[role="combobox"][aria-expanded="false"]')) return;
  const panel = target.closest('[role="dialog"]');
  if (!panel) return;
  event.stopImmediatePropagation();
  panel.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true }),
  );
}

/**
 * Keys of the frame: `?` shows the shortcuts, `/` goes to the search of the page, Alt
 * with Shift acts on the page, Escape leaves the full view. Not while somebody types, or in a
 * dialog.
 */
export function useFrameKeys(): void {
  const router = useRouter();
  const frame = useFrameStore();
  const actions = usePageActions();

  function act(event: KeyboardEvent): boolean {
    if (event.altKey && event.shiftKey) {
      const action = actions().find(({ key }) => key === byCode[event.code]);
      action?.run();
      return action !== undefined;
    }
    if (event.altKey) return false;
    if (event.key === '?') {
      void router.push({ path: helpPath, query: { tab: 'shortcuts' } });
      return true;
    }
    if (event.key === '/' && ![...document.querySelectorAll<HTMLElement>(COVERING)].some(isShown)) {
      const field = searchField();
      field?.focus();
      return field !== undefined;
    }
    if (event.key === 'Escape' && frame.fullView && !document.querySelector('dialog[open]')) {
      frame.fullView = false;
      return true;
    }
    return false;
  }

  useEventListener(window, 'keydown', handOn, { capture: true });
  useEventListener(window, 'keydown', (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.defaultPrevented || isTyped(event.target)) return;
    if (act(event)) event.preventDefault();
  });
}
