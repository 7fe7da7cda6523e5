/** A record of a CSV file, with the line that it begins in. */
export interface CsvRecord {
  readonly line: number;
  readonly fields: readonly string[];
}

/**
 * Reads RFC 4180 as spreadsheets write it: quoted fields with line breaks, a byte order mark,
 * commas, semicolons, or the tabs of "Unicode text". Empty lines are left out, and so is the
 * apostrophe before what looks like a formula, which exports add.
 */
export function parseCsv(text: string): CsvRecord[] {
  const source = text.replace(/^\uFEFF/, '');
  const [head = ''] = source.split(/\r?\n/, 1);
  const separator = [',', ';', '\t'].find((each) => head.includes(each)) ?? ',';
  const records: CsvRecord[] = [];
  let fields: string[] = [];
  let field = '';
  let quoted = false;
  let line = 1;
  let begins = 1;
  const endField = (): void => {
    fields.push(field.trim().replace(/^'(?=[=+\-@\t\r])/, ''));
    field = '';
  };
  const endRecord = (): void => {
    endField();
    if (fields.some((value) => value !== '')) records.push({ line: begins, fields });
    fields = [];
    begins = line;
  };
  for (let at = 0; at < source.length; at++) {
    const letter = source[at] ?? '';
    if (letter === '\n') line += 1;
    if (quoted) {
      if (letter !== '"') field += letter;
      else if (source[at + 1] === '"') field += source[++at] ?? '';
      else quoted = false;
    } else if (letter === '"' && field.trim() === '') {
      field = '';
      quoted = true;
    } else if (letter === separator) endField();
    else if (letter === '\n') endRecord();
    else if (letter !== '\r') field += letter;
  }
  endRecord();
  return records;
}
