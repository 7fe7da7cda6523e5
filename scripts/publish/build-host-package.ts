import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { OLDEST_NODE } from '../../server/src/startup/node-version.ts';
import { inRoot } from '../lib/paths.ts';
import { librariesStayOutside } from './libraries-stay-outside.ts';

/**
 * Builds the host's package as it is published: the sandbox and what runs applications for their
 * tests, beside their libraries.
 * @param target gets `dist/` and `package.json`
 */
export async function buildHostPackage(target: string): Promise<void> {
  const { name, version, type, license, dependencies } = JSON.parse(
    readFileSync(inRoot('server/package.json'), 'utf8'),
  ) as Record<string, unknown>;
  await build({
    entryPoints: {
      sandbox: inRoot('server/src/cli/sandbox.ts'),
      testing: inRoot('server/src/testing/index.ts'),
    },
    outdir: join(target, 'dist'),
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'error',
    // The SDK's classes are tokens: the host and a plugin's tests must have the same ones.
    plugins: [librariesStayOutside({ isBundled: () => false })],
  });
  const manifest = {
    name,
    version,
    type,
    license,
    description: 'A host with an in-memory database, for developing and testing plugins.',
    engines: { node: `>=${OLDEST_NODE}` },
    bin: { 'platform-sandbox': './dist/sandbox.js' },
    exports: { './sandbox': './dist/sandbox.js', './testing': './dist/testing.js' },
    files: ['dist'],
    dependencies,
  };
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
