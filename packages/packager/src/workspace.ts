import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { PackagerError } from './errors.ts';

/** The repository that holds plugins, their frontends and the keys (spec: R4). */
export interface Workspace {
  root: string;
  keysDir: string;
  outDir: string;
  /** The host's configuration, which holds the trusted public key. */
  hostConfig: string;
}

/**
 * Finds the nearest folder at or above `from` with a package.json and `plugins/`, else the
 * packager's own. Throws `WORKSPACE_MISSING`.
 */
export function findWorkspace(from: string): Workspace {
  const root = findRoot(from) ?? findRoot(import.meta.dirname);
  if (root !== undefined) return workspaceAt(root);
  throw new PackagerError({
    code: 'WORKSPACE_MISSING',
    message: `No folder with package.json and plugins/ lies at or above ${from}.`,
    fix: 'Run the packager inside the plugin repository.',
  });
}

function findRoot(from: string): string | undefined {
  const dir = resolve(from);
  if (existsSync(join(dir, 'plugins')) && existsSync(join(dir, 'package.json'))) return dir;
  return dirname(dir) === dir ? undefined : findRoot(dirname(dir));
}

const workspaceAt = (root: string): Workspace => ({
  root,
  keysDir: join(root, 'plugins/keys'),
  outDir: join(root, 'dist-packages'),
  hostConfig: join(root, 'server/application.yml'),
});

/**
 * The project that `-Plugin` names: `platform-hello`, `hello`, or a path. Throws `PLUGIN_MISSING`.
 */
export function findPlugin({ root }: Workspace, plugin: string): string {
  const named = [join(root, 'plugins', plugin), join(root, 'plugins', `platform-${plugin}`)];
  const candidates = isAbsolute(plugin) || /[\\/]/.test(plugin) ? [resolve(plugin)] : named;
  const found = candidates.find((dir) => existsSync(join(dir, 'app.json')));
  if (found) return found;
  throw new PackagerError({
    code: 'PLUGIN_MISSING',
    message: `There is no application project "${plugin}": no app.json in ${candidates.join(' or ')}.`,
    fix: 'Name a folder of plugins/, for example -Plugin platform-hello.',
  });
}
