import { Readable } from 'node:stream';
import { announceLongWork } from '../../kernel/index.ts';

/** One column of an export. */
export interface CsvColumn<T> {
  readonly title: string;
  value(row: T): string | number | boolean | null | undefined;
}

/**
 * RFC 4180 with a byte order mark, so that spreadsheets read it as UTF-8. A text that a spreadsheet
 * would take for a formula is preceded by an apostrophe.
 */
export function toCsv<T>(columns: ReadonlyArray<CsvColumn<T>>, rows: readonly T[]): Buffer {
  announceLongWork('export');
  return Buffer.from(headOf(columns) + linesOf(columns, rows));
}

/** The same, sent while the rows are read. */
export function toCsvStream<T>(
  columns: ReadonlyArray<CsvColumn<T>>,
  batches: AsyncIterable<readonly T[]>,
): Readable {
  return Readable.from(
    (async function* () {
      yield Buffer.from(headOf(columns));
      for await (const rows of batches) yield Buffer.from(linesOf(columns, rows));
    })(),
  );
}

const headOf = <T>(columns: ReadonlyArray<CsvColumn<T>>): string =>
  `\uFEFF${columns.map(({ title }) => cell(title)).join(',')}\r\n`;

const linesOf = <T>(columns: ReadonlyArray<CsvColumn<T>>, rows: readonly T[]): string =>
  rows.map((row) => `${columns.map((column) => cell(column.value(row))).join(',')}\r\n`).join('');

function cell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
