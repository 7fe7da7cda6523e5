import { cellText, type Column } from './column.ts';
import type { Filters, PageLoader, Sort } from './data-table.ts';

const PAGE_SIZE = 200;
const MOST_ROWS = 10_000;

/**
 * All rows that match, as CSV with a head of labels, in the given order.
 *
 * @param cutOff says in a last line how many of how many rows there are, where it ends at 10,000
 */
export async function exportCsv<Row extends object>(options: {
  load: PageLoader<Row>;
  columns: readonly Column<Row>[];
  filters: Filters;
  sort?: Sort | undefined;
  signal: AbortSignal;
  cutOff: (counts: { rows: string; total: string }) => string;
}): Promise<string> {
  const { load, columns, filters, sort, signal, cutOff } = options;
  const order = orderOf(sort);
  const rows: Row[] = [];
  let total = 0;
  for (let pageNum = 1; rows.length < MOST_ROWS; pageNum++) {
    const page = await load({ ...filters, pageNum, pageSize: PAGE_SIZE, ...order }, signal);
    rows.push(...page.rows);
    total = page.total;
    if (page.rows.length === 0 || rows.length >= total) break;
  }
  const lines = rows.slice(0, MOST_ROWS).map((row) => columns.map((column) => cellText(row, column)));
  if (total > MOST_ROWS && lines.length === MOST_ROWS) {
    lines.push([cutOff({ rows: String(MOST_ROWS), total: String(total) })]);
  }
  return [columns.map(({ label }) => label), ...lines].map((line) => line.map(field).join(',')).join('\r\n');
}

/** The order as list endpoints read it. */
export const orderOf = (sort: Sort | undefined): Filters =>
  sort ? { orderByColumn: sort.column, isAsc: sort.direction } : {};

/** Quoted where needed; a text that a spreadsheet would run as a formula is marked as text. */
function field(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/**
 * Hands a text to the person as a file. The mark at its beginning lets spreadsheets read it as
 * UTF-8.
 */
export function saveCsv(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
  saveFrom(address, `${name}.csv`);
  URL.revokeObjectURL(address);
}

/** Hands a file of the server to the person; its own name counts where none is given. */
export function saveFrom(address: string, download = ''): void {
  Object.assign(document.createElement('a'), { href: address, download }).click();
}
