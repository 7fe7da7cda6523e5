/** Lines before and after the position. */
const AROUND = 2;
/** Characters shown of a line, and shown before the position. */
const WIDTH = 110;
const BEFORE = 60;

/** Formats numbered source lines with a mark. @param line from 1 @param column from 1 */
export function codeFrame(source: string, line: number, column: number): string {
  const lines = source.split(/\r?\n/);
  const first = Math.max(1, line - AROUND);
  const shown = lines.slice(first - 1, line + AROUND);
  const width = String(first + shown.length - 1).length;
  // Keeps the mark visible in long lines.
  const from = column > WIDTH ? column - BEFORE : 0;
  return shown
    .flatMap((text, index) => {
      const number = first + index;
      const meant = number === line;
      const row = `${String(number).padStart(width)} | ${clip(text, meant ? from : 0)}`;
      return meant ? [row, `${' '.repeat(width)} | ${' '.repeat(column - 1 - from)}^`] : [row];
    })
    .join('\n');
}

function clip(text: string, from: number): string {
  const start = from > 0 ? `…${text.slice(from + 1, from + WIDTH)}` : text.slice(0, WIDTH);
  return text.length > from + WIDTH ? `${start}…` : start;
}
