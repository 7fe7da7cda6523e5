import { expect, it } from 'vitest';
import { nextTick, shallowRef } from 'vue';
import { withinSetup } from '../testing/within-setup.ts';
import { useSelection } from './use-selection.ts';

const rowsOf = (...ids: number[]) => ids.map((id) => ({ id }));

function selectionOf(...ids: number[]) {
  const shown = shallowRef(rowsOf(...ids));
  const { result } = withinSetup(() => useSelection(() => shown.value, 'id'));
  const selected = () => result.rows.value.map(({ id }) => id);
  return { shown, selection: result, selected };
}

it('toggles one row and keeps the others', () => {
  const { selection, selected } = selectionOf(1, 2, 3);
  selection.toggle({ id: 1 });
  selection.toggle({ id: 3 });
  expect(selected()).toEqual([1, 3]);
  selection.toggle({ id: 1 });
  expect(selected()).toEqual([3]);
  expect([selection.has({ id: 1 }), selection.has({ id: 3 })]).toEqual([false, true]);
});

it('selects all rows, then none', () => {
  const { selection, selected } = selectionOf(1, 2);
  selection.toggle({ id: 2 });
  expect(selection.all.value).toBe(false);
  selection.toggleAll();
  expect([selected(), selection.all.value]).toEqual([[1, 2], true]);
  selection.toggleAll();
  expect([selected(), selection.all.value]).toEqual([[], false]);
});

it('does not report an empty list as fully selected', () => {
  expect(selectionOf().selection.all.value).toBe(false);
});

it('drops hidden rows, also when they return', async () => {
  const { shown, selection, selected } = selectionOf(1, 2);
  selection.toggleAll();
  shown.value = rowsOf(2, 3);
  await nextTick();
  expect(selected()).toEqual([2]);
  shown.value = rowsOf(1, 2);
  await nextTick();
  expect(selected()).toEqual([2]);
  selection.clear();
  expect(selected()).toEqual([]);
});
