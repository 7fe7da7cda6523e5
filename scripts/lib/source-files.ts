import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { inRoot, root } from './paths.ts';

/**
 * Files of the repository by their paths from its root, also those that are not committed yet.
 *
 * @param patterns folders or patterns of Git; all files without any
 */
export function sourceFiles(...patterns: readonly string[]): string[] {
  const which = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...patterns];
  return execFileSync('git', which, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\0')
    .filter((file) => file !== '' && existsSync(inRoot(file)));
}
