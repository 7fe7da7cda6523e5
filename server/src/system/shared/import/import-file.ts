import { PlatformError } from '../../../kernel/index.ts';
import { parseCsv } from './parse-csv.ts';

/** Something that is wrong in a line; words for `code` are the reader's. */
export interface ImportFinding {
  readonly line: number;
  readonly column: string | null;
  readonly code: string;
  readonly value: string;
}

/** Content of a file, before anything is stored. */
export interface ImportCheck {
  readonly total: number;
  readonly findings: readonly ImportFinding[];
}

interface ImportForm<Column extends string> {
  /** The column of a title, in any case; undefined for an unknown one. */
  readonly columnOf: (title: string) => Column | undefined;
  readonly required: readonly Column[];
  /** Columns that are passed over. */
  readonly isIgnored?: (title: string) => boolean;
  /** Lines that one file may have. */
  readonly most: number;
}

/** A line after the first. */
export interface ImportLine<Column extends string> {
  /** Its number in the file, from 1. */
  readonly line: number;
  /** The text of a column; empty where the file has none. */
  readonly textOf: (column: Column) => string;
}

/** The lines of a file by column. */
export interface ImportFile<Column extends string> {
  readonly lines: ReadonlyArray<ImportLine<Column>>;
  readonly columns: readonly Column[];
  /** Problems of its first line; the others are not to be read with them. */
  readonly findings: readonly ImportFinding[];
}

/**
 * Reads a CSV file whose first line names the columns, in any order.
 *
 * @throws IMPORT_TOO_LONG (400)
 */
export function readImport<Column extends string>(csv: string, form: ImportForm<Column>): ImportFile<Column> {
  const [head, ...records] = parseCsv(csv);
  if (records.length > form.most) throw tooLong(records.length, form.most);
  const columns: Array<Column | undefined> = [];
  const findings: ImportFinding[] = [];
  for (const title of head?.fields ?? []) {
    const known = form.columnOf(title);
    columns.push(known);
    if (known === undefined && !form.isIgnored?.(title))
      findings.push({ line: 1, column: null, code: 'COLUMN_UNKNOWN', value: title });
  }
  for (const column of form.required) {
    if (!columns.includes(column)) findings.push({ line: 1, column, code: 'COLUMN_MISSING', value: column });
  }
  const lines = records.map(({ line, fields }) => ({
    line,
    textOf: (column: Column) => fields[columns.indexOf(column)] ?? '',
  }));
  return { lines, columns: columns.filter((column) => column !== undefined), findings };
}

/** Finds a column among fixed names. */
export const amongNames =
  <Column extends string>(names: readonly Column[]) =>
  (title: string): Column | undefined =>
    names.find((name) => name.toLowerCase() === title.toLowerCase());

function tooLong(count: number, most: number): PlatformError {
  return new PlatformError({
    code: 'IMPORT_TOO_LONG',
    status: 400,
    message: `The file has ${count} lines; an import adds at most ${most}.`,
    fix: 'Split the file.',
    details: { params: { count, most }, most },
  });
}
