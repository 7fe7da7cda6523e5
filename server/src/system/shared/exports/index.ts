export type { ExportColumn } from './column.ts';
export { sendExport } from './export-file.ts';
