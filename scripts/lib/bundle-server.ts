import { chmodSync, copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { build, type Plugin } from 'esbuild';
import { inRoot } from './paths.ts';
import { librariesStayOutside } from '../publish/libraries-stay-outside.ts';

/**
 * Libraries of many small files, which took a third of the host's start to find and to read. The
 * host alone uses them, so that no class exists twice.
 */
const bundled: ReadonlySet<string> = new Set([
  ...['fastify', '@fastify/busboy', '@fastify/proxy-addr', '@fastify/static', '@fastify/swagger'],
  ...['ajv', 'ajv-formats', 'commander', 'fast-json-stringify', 'find-my-way'],
  ...['kysely', 'mysql2', 'pg', 'semver', 'typebox', 'undici', 'yaml'],
]);

/** Libraries in CommonJS require modules that stay outside. */
const banner =
  "import { createRequire as createRequireOfBundle } from 'node:module';" +
  'const require = createRequireOfBundle(import.meta.url);';

/**
 * An import of `node:http` reads all its exports, also those that load Node's own undici on first
 * use: 40 ms. Taken as CommonJS, exports are read when they are used.
 */
const lazyHttp: Plugin = {
  name: 'lazy-http',
  setup(context) {
    context.onResolve({ filter: /^node:http$/ }, ({ path }) => ({ path, namespace: 'built-in' }));
    context.onLoad({ filter: /.*/, namespace: 'built-in' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('${path}');`,
    }));
  },
};

/**
 * Bundles the server's programs, which `server/dist` holds.
 *
 * @param out folder of the workspace: other libraries stay where npm installed them
 * @param plugins change sources on their way into the bundle
 */
export async function bundleServer(out: string, plugins: readonly Plugin[] = []): Promise<void> {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  await build({
    entryPoints: {
      main: inRoot('server/src/main.ts'),
      worker: inRoot('server/src/worker.ts'),
      examine: inRoot('server/src/examine.ts'),
      watch: inRoot('server/src/watch.ts'),
      entry: inRoot('deploy/entry/entry.ts'),
      platform: inRoot('deploy/entry/platform.ts'),
    },
    outdir: `${out}/lib`,
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    sourcemap: true,
    sourcesContent: false,
    banner: { js: banner },
    plugins: [
      ...plugins,
      lazyHttp,
      librariesStayOutside({ isBundled: (name) => name.startsWith('@platform/') || bundled.has(name) }),
    ],
  });
  // A program of its own in the image.
  chmodSync(`${out}/lib/platform.js`, 0o755);
  copyFileSync(inRoot('server/application.yml'), `${out}/application.yml`);
}
