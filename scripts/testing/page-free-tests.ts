import { globSync, readFileSync } from 'node:fs';
import { inRoot } from '../lib/paths.ts';

const MARK = '// @vitest-environment node\n';

/** Test files whose first line says that they need no page, by their paths from the root. */
export function pageFreeTests(patterns: readonly string[]): string[] {
  return globSync([...patterns], { cwd: inRoot() })
    .filter((file) => readFileSync(inRoot(file), 'utf8').startsWith(MARK))
    .map((file) => file.replaceAll('\\', '/'));
}
