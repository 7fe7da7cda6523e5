import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { inRoot } from './lib/paths.ts';
import { explain } from './lib/steps.ts';
import { buildDeclarations, buildPackage } from './publish/build-package.ts';

/**
 * Runs around `npm pack` and `npm publish` in a folder of `packages/`: builds the package in place
 * and writes the manifest to publish. `--restore` undoes both. `npm run pack` does the same for all
 * packages without changing them.
 */
const folder = process.cwd();
const manifest = join(folder, 'package.json');
const kept = inRoot('node_modules/.cache/prepack', basename(folder), 'package.json');

try {
  if (process.argv.includes('--restore')) {
    if (existsSync(kept)) renameSync(kept, manifest);
    rmSync(join(folder, 'dist'), { recursive: true, force: true });
  } else {
    mkdirSync(dirname(kept), { recursive: true });
    copyFileSync(manifest, kept);
    await buildDeclarations([basename(folder)]);
    buildPackage(basename(folder), folder);
  }
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
