import type { ExportTitle } from './titles.ts';

/** Value of a cell in an export. */
export type Cell = string | number | boolean | null | undefined;

/** One column of a file, with its title as the file has it. */
export interface FileColumn<T> {
  readonly title: string;
  value(row: T): Cell;
}

/** One column of an export. */
export interface ExportColumn<T> extends FileColumn<T> {
  readonly title: ExportTitle;
}
