import { shallowRef } from 'vue';
import { createKeyMoves } from './key-moves.ts';

/**
 * Rows that are dragged to another place, or moved with Alt and an arrow key.
 *
 * @param stands called where a row that was moved by key stands somewhere else
 */
export function useRowOrder<Row extends object>(
  rows: () => readonly Row[],
  move: (row: Row, by: number) => unknown,
  stands: (at: number) => void = () => undefined,
) {
  const dragged = shallowRef<Row>();
  const over = shallowRef<{ row: Row; place: 'before' | 'after' }>();
  const byKey = createKeyMoves();
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
    const element = event.target as HTMLElement;
    byKey({
      element,
      move: () => move(row, by),
      place: () => placeOf(element),
      moved: (from, to) => to !== from && stands(to),
    });
  }

  function end(): void {
    dragged.value = undefined;
    over.value = undefined;
  }

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
