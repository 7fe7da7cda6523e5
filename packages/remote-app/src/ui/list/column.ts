/** A column of a list. A slot `cell-<key>` replaces `value`. */
export interface Column<Row> {
  key: string;
  label: string;
  /** Text of the cell, also in exports; default `row[key]`. */
  value?: (row: Row) => string | number | null | undefined;
  /** CSS width, for example `12rem`. */
  width?: string;
  align?: 'start' | 'end';
  /** Codes, versions, hashes. */
  mono?: boolean;
  /** Name for `orderByColumn`; without it the column does not sort. */
  sortBy?: string;
  /** Columns that identify the row cannot be hidden. */
  required?: boolean;
}

/** Text of a cell; empty where the row has no such value. */
export function cellText<Row extends object>(row: Row, column: Column<Row>): string {
  const value: unknown = column.value ? column.value(row) : (row as Record<string, unknown>)[column.key];
  return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
}
