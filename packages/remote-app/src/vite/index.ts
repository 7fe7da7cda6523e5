import vue from '@vitejs/plugin-vue';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { development } from './development/index.ts';
import { federationFormat } from './formats/federation.ts';
import { moduleFormat } from './formats/module.ts';
import { installEntry } from './install-entry.ts';
import type { RemoteAppOptions } from './options.ts';
import { readProject } from './project.ts';
import { remoteJson } from './remote-json.ts';
import { sharedGuard } from './shared-guard.ts';
import { sharedRanges } from './shared-ranges.ts';
import { scopedNames } from './styles/scope-names.ts';
import { watchMode } from './watch-mode.ts';

export { RemoteBuildError } from './errors.ts';
export { shareWithRemotes } from './share-with-remotes.ts';
export type { RemoteAppOptions } from './options.ts';
export type { RemoteDescription } from './remote-json.ts';

const FORMATS = { federation: federationFormat, module: moduleFormat };

/**
 * Creates the Vite configuration of an application (design 5.1; spec: Frontend project layout).
 * Output goes to `PLATFORM_REMOTE_OUT`, or to `remote-apps/<code>/` of the workspace: `index.js`,
 * hashed files, `remote.json`. Addresses are relative, so that another base path works (design
 * 9.7-49).
 * @throws RemoteBuildError if names, views or imports are inconsistent
 */
export function defineRemoteApp(options: RemoteAppOptions): UserConfig {
  const project = readProject(options, process.env);
  const { before, after, build } = FORMATS[project.format](project);
  return defineConfig({
    root: project.root,
    base: '',
    publicDir: 'public',
    plugins: [
      installEntry(project),
      onlyInBuilds(before),
      vue(),
      ...(options.plugins ?? []),
      onlyInBuilds([
        ...after,
        sharedGuard(),
        scopedNames(project.code),
        remoteJson(project, sharedRanges(project)),
      ]),
      development(project),
      watchMode(),
    ],
    build: {
      outDir: project.outDir,
      emptyOutDir: true,
      assetsDir: '',
      target: 'esnext',
      minify: 'esbuild',
      cssCodeSplit: false,
      modulePreload: false,
      ...build,
    },
  });
}

/**
 * Development servers resolve shared modules differently and write nothing (see {@link
 * development}).
 */
function onlyInBuilds(plugins: readonly Plugin[]): Plugin[] {
  return plugins.map((plugin) => ({ ...plugin, apply: 'build' }));
}
