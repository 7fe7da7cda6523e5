import { readFileSync } from 'node:fs';
import type { ErrorPayload } from 'vite';
import { codeFrame } from './code-frame.ts';

/**
 * Draws the source around the position of a compiler's error. Vite draws the compiled module, and
 * takes positions within a `<script>` for positions in the file.
 */
export function sourceFrame({ id, loc }: Pick<ErrorPayload['err'], 'id' | 'loc'>): string | undefined {
  const file = (loc?.file ?? id)?.replace(/\?.*$/, '');
  if (!loc || file === undefined) return undefined;
  try {
    return codeFrame(readFileSync(file, 'utf8'), loc.line, loc.column + 1);
  } catch {
    // A virtual module has no file.
    return undefined;
  }
}
