/** A column of {@link DataTable}. A slot `cell-<key>` replaces `value`. */
export interface Column<Row> {
  key: string;
  label: string;
  /** Text of the cell; default `row[key]`. */
  value?: (row: Row) => string | number | null | undefined;
  /** CSS width, for example `12rem`. */
  width?: string;
  align?: 'start' | 'end';
  /** Codes, versions, hashes. */
  mono?: boolean;
  /** Name for `orderByColumn`; without it the column does not sort. */
  sortBy?: string;
  /** Columns that say what the row is cannot be hidden by the person. */
  required?: boolean;
}
