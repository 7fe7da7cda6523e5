import { join, resolve } from 'node:path';
import { deploymentFolders, type PlatformConfig } from '../../kernel/index.ts';

/** A directory of the platform with its folder in a backup. */
export interface BackupArea {
  readonly folder: string;
  /** Absolute. */
  readonly directory: string;
}

/** Folder of the embedded database in a backup. */
export const DATABASE_FILE = 'database/platform.db';
/** The platform's secret key in a backup. */
export const SECRET_KEY_FILE = 'config/platform.secret-key';
/** Folders of stored objects, by visibility. */
export const OBJECT_FOLDERS = { public: 'upload', private: 'files' } as const;

/**
 * Directories that are copied completely. Objects are copied by the database's list, while logs,
 * temporary files and the lock of the data directory belong to the running host.
 */
export function copiedAreas(config: PlatformConfig): BackupArea[] {
  const data = resolve(config.platform['data-dir']);
  const { pluginDir, frontendDir } = deploymentFolders(config);
  return [
    { folder: 'config', directory: join(data, 'config') },
    { folder: 'plugins-dist', directory: pluginDir },
    { folder: 'remote-apps', directory: frontendDir },
    { folder: 'app-files', directory: join(data, 'app-files') },
  ];
}

/** Whether a file is a second one of a version's frontend, which the packages have, too. */
export const isKeptVersion = (path: string): boolean => /^remote-apps\/[^/]+\/~v\//.test(path);

/** The platform's file for a path in a backup; undefined outside of these areas. */
export function placeIn(areas: readonly BackupArea[], path: string): string | undefined {
  const area = areas.find(({ folder }) => path.startsWith(`${folder}/`));
  return area && join(area.directory, path.slice(area.folder.length + 1));
}

/** Directories of stored objects. */
export function objectAreas(config: PlatformConfig): BackupArea[] {
  const data = resolve(config.platform['data-dir']);
  return Object.values(OBJECT_FOLDERS).map((folder) => ({ folder, directory: join(data, folder) }));
}
