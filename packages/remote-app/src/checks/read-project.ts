import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, relative, resolve } from 'node:path';
import { SHARED_MODULES } from '../vite/shared.ts';
import { RUNTIME_API_VERSION } from '../version.ts';
import { parseJson, type CheckedProject } from './finding.ts';

/** Responses for `check:runtime`, which are not part of the build. */
const ANSWERS = 'check-answers.json';

export interface ReadOptions {
  /** Folder of the build; default: the newer output of `build` and the packager. */
  readonly dist?: string;
  /** Path of `app.json`; default: `plugins/platform-<code>`. */
  readonly manifest?: string;
}

/** Reads an application at `frontend/<code>-app` with its build and manifest. */
export function readCheckedProject(dir: string, options: ReadOptions = {}): CheckedProject {
  const root = resolve(dir);
  const workspace = resolve(root, '../..');
  const code = basename(root).replace(/-app$/, '');
  const dist = options.dist ?? newestBuild(workspace, code);
  const manifest = options.manifest ?? join(workspace, `plugins/platform-${code}/app.json`);
  const names = [
    ...['package.json', 'vite.config.ts'].filter((name) => existsSync(join(root, name))),
    ...listFiles(root, 'src').filter((name) => !/\.(test|spec)\.[jt]s$/.test(name)),
  ];
  const sources = readAll(root, [
    ...names.filter((name) => /\.([mc]?[jt]sx?|vue|css|json)$/.test(name)),
    ...(existsSync(join(root, ANSWERS)) ? [ANSWERS] : []),
  ]);
  const dependencies = (parseJson(sources.get('package.json'))?.['dependencies'] ?? {}) as Record<
    string,
    string
  >;
  return {
    folder: basename(root),
    sources,
    dist: relative(workspace, dist).replaceAll('\\', '/'),
    built: existsSync(dist) ? readAll(dist, listFiles(dist, '.')) : new Map<string, string>(),
    changedAt: Math.max(0, ...names.map((name) => statSync(join(root, name)).mtimeMs)),
    builtAt: builtAt(dist) ?? Infinity,
    manifest: existsSync(manifest) ? readFileSync(manifest, 'utf8') : undefined,
    shared: Object.fromEntries(
      SHARED_MODULES.flatMap((name) => {
        const { version } = installed(root, name) ?? {};
        return typeof version === 'string' ? [[name, version]] : [];
      }),
    ),
    runtimeApi: RUNTIME_API_VERSION,
    licences: new Map(Object.keys(dependencies).map((name) => [name, licenceOf(installed(root, name))])),
  };
}

/** `npm run build` writes to `remote-apps/`, the packager beside the plugin's jar. */
function newestBuild(workspace: string, code: string): string {
  const usual = join(workspace, 'remote-apps', code);
  const packaged = join(workspace, `plugins/platform-${code}/target/frontend`);
  return (builtAt(packaged) ?? 0) > (builtAt(usual) ?? 0) ? packaged : usual;
}

function builtAt(dist: string): number | undefined {
  return statSync(join(dist, 'remote.json'), { throwIfNoEntry: false })?.mtimeMs;
}

function listFiles(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}

const readAll = (root: string, names: readonly string[]): Map<string, string> =>
  new Map(names.map((name) => [name, readFileSync(join(root, name), 'utf8')]));

/** Reads the package.json of an installed package, regardless of its exports. */
function installed(from: string, name: string): Record<string, unknown> | undefined {
  const places = createRequire(join(from, 'package.json')).resolve.paths(name) ?? [];
  const file = places.map((place) => join(place, name, 'package.json')).find((path) => existsSync(path));
  return file === undefined ? undefined : parseJson(readFileSync(file, 'utf8'));
}

function licenceOf(json: Record<string, unknown> | undefined): string | undefined {
  const { license } = json ?? {};
  return typeof license === 'string' ? license : undefined;
}
