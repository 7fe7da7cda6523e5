import { nextTick, shallowRef, watch } from 'vue';

/**
 * Rows that are dragged to another place, or moved with Alt and an arrow key.
 *
 * @param stands called where a row that was moved by key stands somewhere else
 */
export function useRowOrder<Row extends object>(
  rows: () => readonly Row[],
  move: (row: Row, by: number) => void,
  stands: (at: number) => void = () => undefined,
) {
  const dragged = shallowRef<Row>();
  const over = shallowRef<{ row: Row; place: 'before' | 'after' }>();
  /** The element that has moved a row by key, which loses the focus with its row. */
  let moved: HTMLElement | undefined;
  /** Quick keys come before the answer to the first one. */
  let steps = 0;
  const placeOf = (element: HTMLElement): number => {
    const row = element.closest('tr');
    return [...(row?.parentElement?.children ?? [])].indexOf(row as Element);
  };

  function hover(event: DragEvent, row: Row): void {
    if (!dragged.value) return;
    event.preventDefault();
    const { top, height } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    over.value = { row, place: event.clientY < top + height / 2 ? 'before' : 'after' };
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    const { value: row } = dragged;
    const { value: target } = over;
    end();
    if (!row || !target) return;
    const from = rows().indexOf(row);
    const gap = rows().indexOf(target.row) + (target.place === 'after' ? 1 : 0);
    const by = gap > from ? gap - 1 - from : gap - from;
    if (by !== 0) move(row, by);
  }

  function step(event: KeyboardEvent, row: Row): void {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (!event.altKey || by === 0) return;
    event.preventDefault();
    moved = event.target as HTMLElement;
    steps += 1;
    move(row, by);
  }

  function end(): void {
    dragged.value = undefined;
    over.value = undefined;
  }

  watch(rows, async () => {
    if (steps === 0) return;
    steps -= 1;
    const element = moved;
    const before = element && placeOf(element);
    await nextTick();
    if (!element?.isConnected) return;
    if (document.activeElement === document.body) element.focus();
    const at = placeOf(element);
    if (at !== before) stands(at);
  });

  return {
    markOf: (row: Row): string | undefined =>
      over.value?.row === row ? `is-${over.value.place}` : undefined,
    listenersOf: (row: Row) => ({
      dragstart: (event: DragEvent) => {
        dragged.value = row;
        event.dataTransfer?.setData('text/plain', '');
      },
      dragover: (event: DragEvent) => hover(event, row),
      dragleave: () => (over.value = undefined),
      drop,
      dragend: end,
      keydown: (event: KeyboardEvent) => step(event, row),
    }),
  };
}
