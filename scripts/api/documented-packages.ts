import { existsSync, readFileSync } from 'node:fs';
import { inRoot } from '../lib/paths.ts';

/** The packages with a public surface: each has API reports and pages in the reference. */
export const DOCUMENTED_PACKAGES = [
  'plugin-sdk',
  'remote-app',
  'host-api',
  'packager',
  'package-format',
  'mapper',
  'create-app',
  'cli',
] as const;

export interface Entry {
  readonly package: string;
  /** `core` for `@platform/plugin-sdk/core`, the package's name for the package itself. */
  readonly name: string;
  /** The source, relative to the package. */
  readonly source: string;
}

/** One entry for each TypeScript file that a package exports. */
export function entriesOf(packageName: string): Entry[] {
  const manifest = inRoot('packages', packageName, 'package.json');
  if (!existsSync(manifest)) return [];
  const { exports = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    exports?: Record<string, string>;
  };
  return Object.entries(exports)
    .filter(([, source]) => source.endsWith('.ts'))
    .map(([path, source]) => ({
      package: packageName,
      name: path === '.' ? packageName : path.slice(2),
      source: source.replace(/^\.\//, ''),
    }));
}
