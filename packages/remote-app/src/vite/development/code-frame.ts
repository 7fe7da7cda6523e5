/** Lines before and after the one that is meant. */
const AROUND = 2;
/** Characters of a line that are in sight at once, and of the one that is meant, those before the place. */
const WIDTH = 110;
const BEFORE = 60;

/** A few numbered lines of a source, with a mark under the place. @param line from 1 @param column from 1 */
export function codeFrame(source: string, line: number, column: number): string {
  const lines = source.split(/\r?\n/);
  const first = Math.max(1, line - AROUND);
  const shown = lines.slice(first - 1, line + AROUND);
  const width = String(first + shown.length - 1).length;
  // The mark under a place far to the right would be out of sight.
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
