import type { ErrorPayload } from 'vite';
import type { SourceProblem } from '../../development.ts';

/** `[PARSE_ERROR] … ╭─[ src/x.ts?t=17:1:10 ]`, the frame, and its end; further errors follow it. */
const DRAWN = /^(?:.*\n\n)?(.+)\n\s*╭─\[ ([^\n]+?)(?:\?[^\n]*?)?:(\d+):(\d+) \]\n([\s\S]*?)\n\s*─+╯/;

/**
 * Parses the first error of a compiler.
 * @param folder the application's folder, with a trailing slash
 */
export function problemOf(
  { message, id, loc, frame }: Pick<ErrorPayload['err'], 'message' | 'id' | 'loc' | 'frame'>,
  folder: string,
): SourceProblem {
  const file = (loc?.file ?? id)?.replace(/\?.*$/, '').replace(folder, '');
  const [, first, path, drawnLine, drawnColumn, drawnFrame] = DRAWN.exec(message) ?? [];
  if (first !== undefined) {
    const place = { line: Number(drawnLine), column: Number(drawnColumn) };
    return { message: first, file: file ?? path, ...place, frame: drawnFrame };
  }
  // The Vue compiler puts the position into its message: "… (21:6)", a blank line, the file and
  // the frame.
  const [saying = '', detail = ''] = message.split('\n\n', 2);
  const [, line, column] = /\((\d+):(\d+)\)$/.exec(saying) ?? [];
  const [told = '', ...lines] = detail.split('\n');
  const names = told.startsWith(folder);
  return {
    message: names ? saying : message,
    file: file ?? (names ? told.replace(folder, '') : undefined),
    line: loc?.line ?? (line === undefined ? undefined : Number(line)),
    column: loc?.column ?? (column === undefined ? undefined : Number(column)),
    frame: frame || (names ? lines.join('\n') : undefined),
  };
}
