import { computed, shallowRef, watch, type ComputedRef } from 'vue';

export interface Selection<Row> {
  /** Whether a row is shown that can be selected. */
  readonly possible: ComputedRef<boolean>;
  readonly rows: ComputedRef<readonly Row[]>;
  readonly all: ComputedRef<boolean>;
  readonly has: (row: Row) => boolean;
  readonly toggle: (row: Row) => void;
  readonly toggleAll: () => void;
  readonly clear: () => void;
}

/**
 * Rows selected on the current page. Rows that are no longer shown leave the selection. Use within
 * setup.
 */
export function useSelection<Row extends object>(
  shown: () => readonly Row[],
  rowKey: keyof Row & string,
): Selection<Row> {
  const keys = shallowRef<ReadonlySet<unknown>>(new Set());
  const rows = computed(() => shown().filter((row) => keys.value.has(row[rowKey])));
  const all = computed(() => rows.value.length > 0 && rows.value.length === shown().length);
  const select = (selected: readonly Row[]) => {
    keys.value = new Set(selected.map((row) => row[rowKey]));
  };
  watch(shown, () => select(rows.value));
  return {
    possible: computed(() => shown().length > 0),
    rows,
    all,
    has: (row) => keys.value.has(row[rowKey]),
    toggle(row) {
      const others = rows.value.filter((other) => other[rowKey] !== row[rowKey]);
      select(others.length < rows.value.length ? others : [...others, row]);
    },
    toggleAll: () => select(all.value ? [] : shown()),
    clear: () => select([]),
  };
}
