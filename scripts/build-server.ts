import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { build } from 'esbuild';
import { inRoot } from './lib/paths.ts';
import { librariesStayOutside } from './publish/libraries-stay-outside.ts';

const out = inRoot('server/dist');
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

// The host's own TypeScript becomes one bundle; libraries stay where npm put them, which is why it lies in the workspace.
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
  plugins: [librariesStayOutside({ bundledScope: '@platform' })],
});
copyFileSync(inRoot('server/application.yml'), `${out}/application.yml`);
