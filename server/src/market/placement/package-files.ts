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
  const { backend, frontend } = manifest.assets;
  const names = archive.entries.map((entry) => entry.name).filter((name) => !name.endsWith('/'));
  const source = (name: string, path: string): SourceFile => ({ path, read: () => archive.read(name) });
  const under = (prefix: string): SourceFile[] =>
    names.filter((name) => name.startsWith(prefix)).map((name) => source(name, name.slice(prefix.length)));
  return {
    jar: backend === undefined ? undefined : source(backend, basename(backend)),
    frontend: frontend?.includes('/') ? under(FRONTEND) : [],
    entry: frontend?.includes('/') ? frontend.slice(frontend.indexOf('/') + 1) : undefined,
    migrations: under(MIGRATIONS),
  };
}
