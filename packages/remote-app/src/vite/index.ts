import federation from '@originjs/vite-plugin-federation';
import vue from '@vitejs/plugin-vue';
import { defineConfig, type UserConfig } from 'vite';
import { EMPTY_ENTRY, INSTALL_ENTRY, installEntry } from './install-entry.ts';
import type { RemoteAppOptions } from './options.ts';
import { readProject } from './project.ts';
import { remoteJson } from './remote-json.ts';
import { sharedGuard } from './shared-guard.ts';
import { sharedModules, shareRedirect, stubOf } from './shared-modules.ts';
import { SHARED_MODULES } from './shared.ts';
import { sharedRanges } from './shared-ranges.ts';

export { RemoteBuildError } from './errors.ts';
export type { RemoteAppOptions } from './options.ts';
export type { RemoteDescription } from './remote-json.ts';

/**
 * The whole Vite configuration of a remote application (design 5.1; spec: Frontend project layout).
 * Output goes to `PLATFORM_REMOTE_OUT`, or to `remote-apps/<code>/` of the workspace: `index.js`, hashed files, `remote.json`.
 * Addresses inside are relative, so that the remote also runs from another base path (design 9.7-49).
 * @throws RemoteBuildError when the project's names, views or imports do not fit together
 */
export function defineRemoteApp(options: RemoteAppOptions): UserConfig {
  const project = readProject(options, process.env);
  return defineConfig({
    root: project.root,
    base: '',
    publicDir: 'public',
    plugins: [
      installEntry(project),
      sharedModules(project.root),
      vue(),
      ...(options.plugins ?? []),
      shareRedirect(),
      federation({
        name: project.code,
        filename: 'index.js',
        exposes: { './install': { import: INSTALL_ENTRY, dontAppendStylesToHead: true } },
        shared: Object.fromEntries(
          SHARED_MODULES.map((name) => [name, { generate: false, packagePath: stubOf(name) }]),
        ),
      }),
      sharedGuard(),
      remoteJson(project, sharedRanges(project)),
    ],
    build: {
      outDir: project.outDir,
      emptyOutDir: true,
      assetsDir: '',
      target: 'esnext',
      minify: 'esbuild',
      cssCodeSplit: false,
      modulePreload: false,
      rollupOptions: { input: EMPTY_ENTRY },
    },
  });
}
