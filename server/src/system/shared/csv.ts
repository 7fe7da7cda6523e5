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
  const lines = [columns.map((column) => cell(column.title))];
  for (const row of rows) lines.push(columns.map((column) => cell(column.value(row))));
  return Buffer.from(`\uFEFF${lines.map((line) => line.join(',')).join('\r\n')}\r\n`);
}

function cell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
