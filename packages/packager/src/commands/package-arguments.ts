import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { PackagerError } from '../errors.ts';

/** The packages named on the command line, absolute. Throws `PACKAGE_MISSING`. */
export function requirePackages(positional: readonly string[], cwd: string): string[] {
  if (positional.length === 0) {
    throw new PackagerError({
      code: 'PACKAGE_MISSING',
      message: 'No package given.',
      fix: 'Pass one, for example dist-packages/hello-1.0.0.zip.',
    });
  }
  const files = positional.map((name) => resolve(cwd, name));
  const missing = files.find((file) => !existsSync(file));
  if (missing === undefined) return files;
  throw new PackagerError({
    code: 'PACKAGE_MISSING',
    message: `${missing} does not exist.`,
    fix: 'Correct the path.',
  });
}
