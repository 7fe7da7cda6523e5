import { join, resolve } from 'node:path';
import type { PlatformConfig } from './schema.ts';

/** Absolute directories of placed applications. (spec: Deployment layout) */
export interface DeploymentFolders {
  /** Backend jars and `active-plugins.txt`; only its root is scanned for jars. */
  readonly pluginDir: string;
  /** Frontend artifacts, one folder per application. */
  readonly frontendDir: string;
  /** Uploads and downloads in progress. */
  readonly tempDir: string;
}

/** The configured directories; by default they lie in the data directory. */
export function deploymentFolders(config: PlatformConfig): DeploymentFolders {
  const data = config.platform['data-dir'];
  const deploy = config['app-market'].deploy;
  return {
    pluginDir: resolve(deploy['plugin-dir'] || join(data, 'plugins-dist')),
    frontendDir: resolve(deploy['frontend-dir'] || join(data, 'remote-apps')),
    tempDir: resolve(deploy['temp-dir'] || join(data, 'temp')),
  };
}
