import { join, resolve } from 'node:path';
import type { PlatformConfig } from './schema.ts';

/** Directories that applications are placed in and served from; absolute. (spec: Deployment layout) */
export interface DeploymentFolders {
  /** Backend jars and `active-plugins.txt`; only its root is scanned for jars. */
  readonly pluginDir: string;
  /** Frontend artifacts, one folder an application. */
  readonly frontendDir: string;
  /** Uploads and downloads in progress. */
  readonly tempDir: string;
}

/** Where they are configured to be, else in the data directory. */
export function deploymentFolders(config: PlatformConfig): DeploymentFolders {
  const data = config.platform['data-dir'];
  const deploy = config['app-market'].deploy;
  return {
    pluginDir: resolve(deploy['plugin-dir'] || join(data, 'plugins-dist')),
    frontendDir: resolve(deploy['frontend-dir'] || join(data, 'remote-apps')),
    tempDir: resolve(deploy['temp-dir'] || join(data, 'temp')),
  };
}
