import type { ExportFormat } from '@platform/host-api';
import type { Readable } from 'node:stream';
import type { ExportColumn } from './column.ts';
import { toCsv } from './csv.ts';
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

/** Sends an export in the format that was asked for, while its rows are read. (design 12.1-1) */
export function sendExport<Row>(
  { reply, query }: Exporting,
  { file, columns, batches }: Exported<Row>,
): unknown {
  const { format = 'csv' } = query as { readonly format?: ExportFormat };
  const content = format === 'xlsx' ? toXlsx(columns, batches) : toCsv(columns, batches);
  return reply.file(content, `${file}.${format}`, TYPES[format]);
}

/** The request of an export. */
interface Exporting {
  /** As {@link exportQuery} describes it. */
  readonly query: object;
  readonly reply: { file(content: Readable, name: string, contentType: string): unknown };
}
