import type { AppManifest, ZipArchive } from '@platform/package-format';
import { basename } from 'node:path/posix';
import type { SourceFile } from './file-set.ts';

const FRONTEND = 'frontend/';
const MIGRATIONS = 'migrations/';

/** Files of a package by placement target. (spec: Package layout, Placement targets) */
export interface PackageFiles {
  /** Backend jar under its versioned name; undefined for a frontend-only application. */
  readonly jar: SourceFile | undefined;
  /** The `frontend/` tree without that prefix; empty unless the manifest declares a frontend. */
  readonly frontend: readonly SourceFile[];
  /** File name of the frontend entry. */
  readonly entry: string | undefined;
  readonly migrations: readonly SourceFile[];
}

export function packageFiles(archive: ZipArchive, manifest: AppManifest): PackageFiles {
  return placeable(
    manifest,
    archive.entries.map(({ name }) => ({ name, read: () => archive.read(name) })),
  );
}

/** The files of a package that was not fetched: enough for a plan, not for placement. */
export function listedFiles(
  files: ReadonlyArray<{ readonly name: string; readonly sha256: string }>,
  manifest: AppManifest,
): PackageFiles {
  const read = (): Promise<Buffer> => Promise.reject(new Error('Only the checksum of the file is known.'));
  return placeable(
    manifest,
    files.map(({ name, sha256 }) => ({ name, sha256, read })),
  );
}

type Entry = Omit<SourceFile, 'path'> & { readonly name: string };

function placeable({ assets: { backend, frontend } }: AppManifest, entries: readonly Entry[]): PackageFiles {
  const files = entries.filter(({ name }) => !name.endsWith('/'));
  const under = (prefix: string): SourceFile[] =>
    files
      .filter(({ name }) => name.startsWith(prefix))
      .map(({ name, ...file }) => ({ ...file, path: name.slice(prefix.length) }));
  const jar = files.find(({ name }) => name === backend);
  return {
    jar: jar && { ...jar, path: basename(jar.name) },
    frontend: frontend?.includes('/') ? under(FRONTEND) : [],
    entry: frontend?.includes('/') ? frontend.slice(frontend.indexOf('/') + 1) : undefined,
    migrations: under(MIGRATIONS),
  };
}
