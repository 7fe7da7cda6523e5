import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configLeaves, loadConfig } from '../kernel/index.ts';
import { explainFailure } from '../startup/explain-failure.ts';

const here = dirname(fileURLToPath(import.meta.url));

/** Prints every key with its effective value and where that comes from; secrets are masked. (design 6.1) */
try {
  const { config, sources } = loadConfig({
    directories: [
      join(here, '..', '..'),
      ...(process.env['PLATFORM_CONFIG_DIR'] ? [process.env['PLATFORM_CONFIG_DIR']] : []),
    ],
    profile: process.env['PLATFORM_PROFILE'],
    env: process.env,
    args: process.argv.slice(2),
  });
  for (const leaf of configLeaves.values()) {
    const value = leaf.path
      .split('.')
      .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], config);
    const shown = leaf.secret && value !== '' ? '••••••' : JSON.stringify(value);
    console.log(`${leaf.path} = ${shown}   # ${sources.get(leaf.path) ?? 'default'}; ${leaf.description}`);
  }
} catch (error) {
  console.error(explainFailure(error));
  process.exit(1);
}
