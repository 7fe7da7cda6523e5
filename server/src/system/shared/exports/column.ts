/** What a cell of an export holds. */
export type Cell = string | number | boolean | null | undefined;

/** One column of an export. */
export interface ExportColumn<T> {
  readonly title: string;
  value(row: T): Cell;
}
