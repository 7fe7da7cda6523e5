import { Readable } from 'node:stream';
import { writeXlsxStream } from 'hucre/xlsx';
import type { Cell, FileColumn } from './column.ts';

/** Rows of a sheet below its head. */
const XLSX_ROWS = 1_048_575;

/** Said in the last row of a sheet that has no room for all. */
const CUT_OFF = 'There are more rows than a sheet can hold. Export as CSV to have all of them.';

/**
 * A workbook with one sheet, sent while the rows are read. Texts are stored as texts: a spreadsheet
 * never takes one for a formula. (design 12.1-1)
 *
 * @param most rows that the sheet can hold
 */
export function toXlsx<T>(
  columns: ReadonlyArray<FileColumn<T>>,
  batches: AsyncIterable<readonly T[]>,
  most = XLSX_ROWS,
): Readable {
  const head = columns.map(({ title }) => ({ header: title }));
  const stream = writeXlsxStream(lines(columns, batches, most), {
    name: 'Export',
    columns: head,
    freezePane: { rows: 1 },
  });
  return Readable.fromWeb(stream);
}

/** One row is held back, since only the one after it tells whether the note takes its place. */
async function* lines<T>(
  columns: ReadonlyArray<FileColumn<T>>,
  batches: AsyncIterable<readonly T[]>,
  most: number,
): AsyncGenerator<Array<Exclude<Cell, undefined>>> {
  const lineOf = (row: T) => columns.map((column) => column.value(row) ?? null);
  let held: { readonly row: T } | undefined;
  let written = 0;
  for await (const rows of batches) {
    for (const row of rows) {
      if (held && written === most - 1) {
        yield [CUT_OFF];
        return;
      }
      if (held) {
        yield lineOf(held.row);
        written += 1;
      }
      held = { row };
    }
  }
  if (held) yield lineOf(held.row);
}
