import { reasonOf } from '../kernel/index.ts';
import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { pruneJars } from '../plugin-runtime/index.ts';

const USAGE = 'Usage: npm run plugins:prune -- --plugin-dir <dir> [--dry-run]';

/**
 * Removes jars that no application uses. The directory must be named: a wrong default would delete
 * the wrong files. (spec: V5)
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { 'plugin-dir': { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
  });
  const directory = values['plugin-dir'];
  if (!directory) throw new Error(`The plugin directory is missing.\n${USAGE}`);
  const found = await stat(directory).catch(() => undefined);
  if (!found?.isDirectory()) throw new Error(`${directory} is not a directory.\n${USAGE}`);
  const dryRun = values['dry-run'];
  const { removed, kept } = await pruneJars(directory, { dryRun });
  for (const jar of kept) console.log(`kept     ${jar}`);
  for (const jar of removed) console.log(`${dryRun ? 'stale   ' : 'removed '} ${jar}`);
  if (removed.length === 0) console.log('No stale jars.');
}

try {
  await main();
} catch (error) {
  console.error(reasonOf(error));
  process.exit(1);
}
