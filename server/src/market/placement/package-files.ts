import type { AppManifest, ZipArchive } from '@platform/package-format';
import { basename } from 'node:path/posix';
import type { SourceFile } from './file-set.ts';

const FRONTEND = 'frontend/';
const MIGRATIONS = 'migrations/';

/** The placeable parts of a package, by where they go. (spec: Package layout, Placement targets) */
export interface PackageFiles {
  /** The backend jar under its versioned name; none for a frontend-only application. */
  readonly jar: SourceFile | undefined;
  /** The whole `frontend/` tree, prefix stripped; empty where the manifest declares no frontend. */
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

/** The same of a package that is not at hand: enough to plan with, nothing to place. */
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
