import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MARK = '// @vitest-environment node\n';

/** Test files whose first line says that they need no page, by their paths from the root. */
export function pageFreeTests(root: string, patterns: readonly string[]): string[] {
  return globSync([...patterns], { cwd: root })
    .filter((file) => readFileSync(join(root, file), 'utf8').startsWith(MARK))
    .map((file) => file.replaceAll('\\', '/'));
}
