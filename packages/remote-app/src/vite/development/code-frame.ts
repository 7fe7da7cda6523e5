/** Lines before and after the one that is meant. */
const AROUND = 2;

/** A few numbered lines of a source, with a mark under the place. @param line from 1 @param column from 1 */
export function codeFrame(source: string, line: number, column: number): string {
  const lines = source.split(/\r?\n/);
  const first = Math.max(1, line - AROUND);
  const shown = lines.slice(first - 1, line + AROUND);
  const width = String(first + shown.length - 1).length;
  return shown
    .flatMap((text, index) => {
      const number = first + index;
      const row = `${String(number).padStart(width)} | ${text}`;
      return number === line ? [row, `${' '.repeat(width)} | ${' '.repeat(column - 1)}^`] : [row];
    })
    .join('\n');
}
