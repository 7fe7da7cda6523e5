import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { permissionsOf, type AppManifest, type Permissions } from '@platform/package-format';
import { PackagerError } from '../errors.ts';
import { readJsonFile } from '../read-json.ts';

/** A backend plugin project on disk: `plugins/platform-<code>`. */
export interface PluginProject {
  /** Absolute. */
  dir: string;
  /** Name of its folder. */
  name: string;
  code: string;
  version: string;
  /** Range of platform versions that `app.json` asks for. */
  wanted: string | undefined;
  /** As `app.json` asks for them. */
  permissions: Permissions;
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
  /**
   * TypeScript sources relative to `dir`, `/` separated, sorted; tests and declarations left
   * out.
   */
  sources: string[];
  /** Mapper XML relative to `resources/`, for example `mapper/hello/HelloItemMapper.xml`. */
  mappers: string[];
  /** Version of `@platform/plugin-sdk` that the project resolves. */
  platform: string;
  /** Versions of the packages that the host provides. Undefined if the SDK publishes no list. */
  provided: Record<string, string> | undefined;
}

interface PackageJson {
  version?: string;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** Package segment of an application code (design 9.1-9): hyphens become `_`. */
export const packageSegment = (code: string): string => code.replaceAll('-', '_');

/**
 * Reads the project at `dir`. Throws `PROJECT_INVALID` when it has no readable `app.json` or
 * `package.json`.
 * @param version overrides the manifest's version
 */
export async function readPluginProject(dir: string, version?: string): Promise<PluginProject> {
  const root = resolve(dir);
  const manifest = await readJson<
    { code?: unknown; version?: unknown; platform?: unknown } & Pick<AppManifest, 'permissions'>
  >(join(root, 'app.json'));
  const { code } = manifest;
  const effective = version ?? manifest.version;
  if (typeof code !== 'string' || typeof effective !== 'string') {
    throw new PackagerError({
      code: 'PROJECT_INVALID',
      message: `${join(basename(root), 'app.json')} must contain "code" and "version" as strings.`,
      fix: 'Add both. platform-hello contains a complete manifest.',
    });
  }
  const packageJson = await readJson<PackageJson>(join(root, 'package.json'));
  const [sources, mappers, sdk] = await Promise.all([
    listFiles(root, 'src', isSource),
    listFiles(join(root, 'resources'), 'mapper', (path) => path.endsWith('.xml')),
    readSdk(root),
  ]);
  if (!sdk) {
    throw new PackagerError({
      code: 'SDK_MISSING',
      message: `${basename(root)} cannot resolve @platform/plugin-sdk.`,
      fix: 'Add it to peerDependencies and run npm install in the repository root.',
    });
  }
  return {
    dir: root,
    name: basename(root),
    code,
    version: effective,
    wanted: typeof manifest.platform === 'string' ? manifest.platform : undefined,
    permissions: permissionsOf(manifest),
    dependencies: packageJson.dependencies ?? {},
    peerDependencies: packageJson.peerDependencies ?? {},
    sources,
    mappers,
    ...sdk,
  };
}

const isSource = (path: string): boolean =>
  /\.[cm]?ts$/.test(path) && !/\.(test|spec|d)\.[cm]?ts$/.test(path);

async function listFiles(root: string, folder: string, accept: (path: string) => boolean): Promise<string[]> {
  if (!existsSync(join(root, folder))) return [];
  const found = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter(accept)
    .sort();
}

/** Texts of the sources of a project, by their paths. */
export async function readSources({
  dir,
  sources,
}: Pick<PluginProject, 'dir' | 'sources'>): Promise<ReadonlyMap<string, string>> {
  const texts = sources.map(async (source) => [source, await readFile(join(dir, source), 'utf8')] as const);
  return new Map(await Promise.all(texts));
}

/** Reads the project's `@platform/plugin-sdk`; undefined if it resolves none. */
export async function readSdk(
  root: string,
): Promise<Pick<PluginProject, 'platform' | 'provided'> | undefined> {
  const sdkDir = findPackage(root, '@platform/plugin-sdk');
  if (!sdkDir) return undefined;
  const { version = '0.0.0' } = await readJson<PackageJson>(join(sdkDir, 'package.json'));
  const listFile = join(sdkDir, 'provided.json');
  const list = existsSync(listFile)
    ? await readJson<{ packages?: Record<string, string> }>(listFile)
    : undefined;
  return { platform: version, provided: list?.packages };
}

/** Folder of an installed package as `from` resolves it, whatever the package exports. */
export function findPackage(from: string, name: string): string | undefined {
  const paths = createRequire(join(from, 'package.json')).resolve.paths(name) ?? [];
  return paths.map((path) => join(path, name)).find((path) => existsSync(join(path, 'package.json')));
}

async function readJson<T>(file: string): Promise<T> {
  try {
    return (await readJsonFile(file)) as T;
  } catch (cause) {
    throw new PackagerError({
      code: 'PROJECT_INVALID',
      message: `${file} cannot be read: ${(cause as Error).message}`,
      fix:
        cause instanceof SyntaxError
          ? 'Correct the JSON there.'
          : "Create app.json and package.json in the project's folder.",
      cause,
    });
  }
}
