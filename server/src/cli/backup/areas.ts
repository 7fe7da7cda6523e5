import { join, relative, resolve, sep } from 'node:path';
import { tlsFilesOf } from '../../gateway/index.ts';
import { deploymentFolders, type PlatformConfig } from '../../kernel/index.ts';

/** A directory of the platform with its folder in a backup. */
export interface BackupArea {
  readonly folder: string;
  /** Absolute. */
  readonly directory: string;
  /** Mode of its directories: a web server that is another user reads some of them. */
  readonly mode?: number;
}

const FOR_WEB_SERVER = 0o755;

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
    { folder: 'remote-apps', directory: frontendDir, mode: FOR_WEB_SERVER },
    { folder: 'app-files', directory: join(data, 'app-files') },
  ];
}

/** Whether a file is a second one of a version's frontend, which the packages have, too. */
export const isKeptVersion = (path: string): boolean => /^remote-apps\/[^/]+\/~v\//.test(path);

/** The area of a path in a backup. */
export const areaOf = (areas: readonly BackupArea[], path: string): BackupArea | undefined =>
  areas.find(({ folder }) => path.startsWith(`${folder}/`));

/** The platform's file for a path in a backup; undefined outside of these areas. */
export function placeIn(areas: readonly BackupArea[], path: string): string | undefined {
  const area = areaOf(areas, path);
  return area && join(area.directory, path.slice(area.folder.length + 1));
}

/** Directories of stored objects. */
export function objectAreas(config: PlatformConfig): BackupArea[] {
  const data = resolve(config.platform['data-dir']);
  return Object.values(OBJECT_FOLDERS).map((folder) => ({
    folder,
    directory: join(data, folder),
    ...(folder === OBJECT_FOLDERS.public ? { mode: FOR_WEB_SERVER } : {}),
  }));
}

/** Folder of {@link namedFiles} in a backup. */
export const NAMED_FOLDER = 'named';

/** Files without which a host does not start, as its settings name them. */
export interface NamedFiles {
  /** Relative to the data directory, in which they lie. */
  readonly within: readonly string[];
  /** Absolute; they belong to the machine. */
  readonly elsewhere: readonly string[];
}

/** The files of login providers and of HTTPS that the settings name outside of the areas. */
export function namedFiles(config: PlatformConfig): NamedFiles {
  const data = resolve(config.platform['data-dir']);
  const { providers } = config.oidc;
  const named = [...(providers === '' ? [] : [resolve(data, providers)]), ...tlsFilesOf(config).values()];
  const areas = [...copiedAreas(config), ...objectAreas(config)];
  const open = named.filter((file) => !areas.some(({ directory }) => isBelow(directory, file)));
  return {
    within: open.filter((file) => isBelow(data, file)).map((file) => relative(data, file)),
    elsewhere: open.filter((file) => !isBelow(data, file)),
  };
}

/** Whether a path lies in a directory. */
export const isBelow = (directory: string, file: string): boolean => file.startsWith(`${directory}${sep}`);
