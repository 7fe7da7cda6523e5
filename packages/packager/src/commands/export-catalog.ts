import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { providedPackages } from '../application/package-application.ts';
import { exportCatalog } from '../catalog/export-catalog.ts';
import { parseArguments } from '../cli/arguments.ts';
import { PackagerError } from '../errors.ts';
import { readTrustedKeys } from '../keys/key-store.ts';
import { findWorkspace } from '../workspace.ts';
import type { Command } from './command.ts';
import { requirePackages } from './package-arguments.ts';

/**
 * `export-catalog -Out <folder> [<zip>…]`: a catalog for user editions that no publisher can be
 * reached from.
 */
export const runExportCatalog: Command = async ({ args, cwd, output }) => {
  const { options, positional } = parseArguments({ Out: 'value', PublicKey: 'value' } as const, args);
  if (options.Out === undefined) {
    throw new PackagerError({
      code: 'OPTION_VALUE_MISSING',
      message: '-Out needs the folder of the catalog.',
      fix: 'Write -Out <folder>.',
    });
  }
  const { root, keysDir, outDir } = findWorkspace(cwd);
  const keyFile = options.PublicKey ? resolve(cwd, options.PublicKey) : join(keysDir, 'public.pem');
  const named = positional.length > 0 ? positional : await packagesIn(outDir);
  const target = resolve(cwd, options.Out);
  const { apps } = await exportCatalog({
    packages: requirePackages(named, cwd),
    outDir: target,
    trustedKeys: await readTrustedKeys(keyFile),
    providedPackages: await providedPackages(root),
  });
  for (const { appCode, versions } of apps) {
    const list = versions.map(({ version, signatureState }) => `${version} (${signatureState})`);
    output.line(`${appCode}: ${list.join(', ')}`);
  }
  output.line(
    `Wrote the catalog to ${target}. In a user edition, set app-market.catalog.base-url=${target}.`,
  );
  return 0;
};

async function packagesIn(folder: string): Promise<string[]> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  return names.filter((name) => name.endsWith('.zip')).map((name) => join(folder, name));
}
