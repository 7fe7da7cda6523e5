import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configLeaves, configValue, withoutLogins } from '../kernel/index.ts';
import { explainFailure } from '../startup/explain-failure.ts';
import { loadProcessConfig } from '../startup/process-config.ts';

const here = dirname(fileURLToPath(import.meta.url));

/**
 * Prints every key with its effective value and where that comes from; secrets are masked. (design
 * 6.1)
 */
try {
  const { config, sources } = loadProcessConfig(join(here, '..', '..'));
  for (const leaf of configLeaves.values()) {
    const value = configValue(config, leaf);
    const shown = leaf.secret && value !== '' ? '••••••' : withoutLogins(JSON.stringify(value));
    console.log(`${leaf.path} = ${shown}   # ${sources.get(leaf.path) ?? 'default'}; ${leaf.description}`);
  }
} catch (error) {
  console.error(explainFailure(error));
  process.exit(1);
}
