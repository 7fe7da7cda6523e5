import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { OLDEST_NODE } from '../../server/src/startup/node-version.ts';
import { buildDevelopmentShell } from '../lib/build.ts';
import { bundleServer } from '../lib/bundle-server.ts';
import { inRoot } from '../lib/paths.ts';
import { librariesStayOutside } from './libraries-stay-outside.ts';

/**
 * Builds the host's package as it is published: what develops applications, the host and the shell
 * that it starts, the sandbox, and what runs applications for their tests, beside their libraries.
 *
 * @param target gets `dist/` and `package.json`
 * @param shell folder of the built shell; by default one for development
 */
export async function buildHostPackage(target: string, shell?: string): Promise<void> {
  const { name, version, type, license, dependencies } = JSON.parse(
    readFileSync(inRoot('server/package.json'), 'utf8'),
  ) as Record<string, unknown> & { readonly dependencies: Readonly<Record<string, string>> };
  await build({
    entryPoints: {
      dev: inRoot('scripts/dev/platform-dev.ts'),
      'serve-remote': inRoot('scripts/dev/serve-remote.ts'),
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
  await bundleServer(join(target, 'dist/host'));
  cpSync(shell ?? (await buildDevelopmentShell()), join(target, 'dist/shell'), { recursive: true });
  const manifest = {
    name,
    version,
    type,
    license,
    description: 'A host for developing and testing applications.',
    engines: { node: `>=${OLDEST_NODE}` },
    bin: { 'platform-dev': './dist/dev.js', 'platform-sandbox': './dist/sandbox.js' },
    exports: { './sandbox': './dist/sandbox.js', './testing': './dist/testing.js' },
    files: ['dist'],
    // The command that develops applications also uses the marketplace, as a pipeline does.
    dependencies: { ...dependencies, '@platform/cli': version },
    peerDependencies: { vite: '>=8' },
    peerDependenciesMeta: { vite: { optional: true } },
  };
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
