import { Readable } from 'node:stream';
import type { Cell, FileColumn } from './column.ts';

/**
 * RFC 4180 with a byte order mark, so that spreadsheets read it as UTF-8, sent while the rows are
 * read. A text that a spreadsheet would take for a formula is preceded by an apostrophe.
 */
export function toCsv<T>(
  columns: ReadonlyArray<FileColumn<T>>,
  batches: AsyncIterable<readonly T[]>,
): Readable {
  return Readable.from(
    (async function* () {
      yield Buffer.from(`\uFEFF${lineOf(columns.map(({ title }) => title))}`);
      for await (const rows of batches) {
        const lines = rows.map((row) => lineOf(columns.map((column) => column.value(row))));
        yield Buffer.from(lines.join(''));
      }
    })(),
  );
}

const lineOf = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`;

function cellOf(value: Cell): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
