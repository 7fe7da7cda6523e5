import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { build } from 'esbuild';
import { inRoot } from './lib/paths.ts';

const out = inRoot('server/dist');
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

// The host's own TypeScript becomes one bundle; libraries stay where npm put them. What npm put under a workspace,
// because another version lies at the root, cannot be found by its name from the bundle, and is named by its place.
const rootLibraries = inRoot('node_modules') + sep;
const resolving = Symbol('resolving');
await build({
  entryPoints: { main: inRoot('server/src/main.ts') },
  outdir: `${out}/lib`,
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  sourcemap: true,
  sourcesContent: false,
  plugins: [
    {
      name: 'libraries-stay-outside',
      setup(context) {
        context.onResolve({ filter: /^[^./]/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
          if (pluginData === resolving || kind === 'entry-point' || path.startsWith('@platform/')) return;
          const found = await context.resolve(path, { kind, importer, resolveDir, pluginData: resolving });
          const nested = found.path.startsWith(inRoot()) && !found.path.startsWith(rootLibraries);
          const place = relative(`${out}/lib`, found.path).split(sep).join('/');
          return { path: nested ? place : path, external: true };
        });
      },
    },
  ],
});
copyFileSync(inRoot('server/application.yml'), `${out}/application.yml`);
