import type { Column } from './column.ts';
import type { RowAction } from './row-action.ts';
import type { Selection } from './use-selection.ts';

/** Rows as a table or as cards. */
export interface GridProps<Row extends object> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: keyof Row & string;
  nameOf: (row: Row) => string;
  actions?: ((row: Row) => readonly RowAction[]) | undefined;
  selection?: Selection<Row> | undefined;
  activatable?: boolean | undefined;
}

const INNER = 'a, button, input, label, [role="menuitem"]';

/** Whether a click or key press was meant for the row itself, not for a control in it. */
export function isForRow(event: Event): boolean {
  return !(event.target instanceof Element && event.target.closest(INNER));
}
