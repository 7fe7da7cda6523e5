/** Value of a cell in an export. */
export type Cell = string | number | boolean | null | undefined;

/** One column of an export. */
export interface ExportColumn<T> {
  readonly title: string;
  value(row: T): Cell;
}
