import type { ExportFormat, ExportLocale } from '@platform/host-api';
import type { Readable } from 'node:stream';
import type { ExportColumn } from './column.ts';
import { toCsv } from './csv.ts';
import { titleIn } from './titles.ts';
import { toXlsx } from './xlsx.ts';

const TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<ExportFormat, string>;

/** Rows as a file, whatever their list. */
export interface Exported<Row> {
  /** Name of the saved file, without its ending. */
  readonly file: string;
  readonly columns: ReadonlyArray<ExportColumn<Row>>;
  readonly batches: AsyncIterable<readonly Row[]>;
}

/**
 * Sends an export in the format and language that were asked for, while its rows are read. (design
 * 12.1-1)
 */
export function sendExport<Row>(
  { reply, query }: Exporting,
  { file, columns, batches }: Exported<Row>,
): unknown {
  const { format = 'csv', locale = 'en-US' } = query as Asked;
  const titled = columns.map((column) => ({ ...column, title: titleIn(locale, column.title) }));
  const content = format === 'xlsx' ? toXlsx(titled, batches) : toCsv(titled, batches);
  return reply.file(content, `${file}.${format}`, TYPES[format]);
}

interface Asked {
  readonly format?: ExportFormat;
  readonly locale?: ExportLocale;
}

/** The request of an export. */
interface Exporting {
  /** As {@link exportQuery} describes it. */
  readonly query: object;
  readonly reply: { file(content: Readable, name: string, contentType: string): unknown };
}
