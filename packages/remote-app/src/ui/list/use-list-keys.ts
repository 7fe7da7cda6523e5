import { useEventListener } from '@vueuse/core';
import type { ShallowRef } from 'vue';

const TYPING = 'input, textarea, select, [contenteditable="true"]';
const COVERING = '[role="dialog"], [role="menu"]';

/**
 * Keys of the first list on a page: `/` goes to its search, `j` and `k` to the next and previous
 * row; so do the arrow keys while the list has the focus, which scroll the page otherwise.
 */
export function useListKeys(root: Readonly<ShallowRef<HTMLElement | null>>): void {
  useEventListener(document, 'keydown', (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const table = root.value;
    if (!table?.isConnected || document.querySelector('.data-table') !== table) return;
    if (event.target instanceof Element && event.target.closest(TYPING)) return;
    if ([...document.querySelectorAll<HTMLElement>(COVERING)].some(isShown)) return;
    if (event.key.startsWith('Arrow') && !table.contains(document.activeElement)) return;
    const wanted = targetOf(event.key, table);
    if (!wanted) return;
    event.preventDefault();
    wanted.focus();
  });
}

function targetOf(key: string, table: HTMLElement): HTMLElement | null | undefined {
  if (key === '/') return table.querySelector<HTMLElement>('.data-table__bar input');
  const next = key === 'j' || key === 'ArrowDown';
  if (!next && key !== 'k' && key !== 'ArrowUp') return undefined;
  const rows = [...table.querySelectorAll<HTMLElement>('.data-row')];
  const current = rows.findIndex((row) => row.contains(document.activeElement));
  return rows[next ? current + 1 : current < 0 ? rows.length - 1 : current - 1];
}

/** Panels of Element Plus stay in the page, hidden, after they have closed. */
function isShown(panel: HTMLElement): boolean {
  return panel.checkVisibility?.() ?? panel.offsetParent !== null;
}
