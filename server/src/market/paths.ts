import { join, resolve } from 'node:path';
import type { PlatformConfig } from '../kernel/index.ts';

/** Directories that the marketplace writes to; absolute. (spec: Deployment layout) */
export interface MarketPaths {
  /** Backend jars and `active-plugins.txt`; only its root is scanned for jars. */
  readonly pluginDir: string;
  /** Frontend artifacts, one folder an application. */
  readonly frontendDir: string;
  /** Uploads and downloads in progress. */
  readonly tempDir: string;
}

export function marketPaths(config: PlatformConfig): MarketPaths {
  const data = config.platform['data-dir'];
  const deploy = config['app-market'].deploy;
  return {
    pluginDir: resolve(deploy['plugin-dir'] || join(data, 'plugins-dist')),
    frontendDir: resolve(deploy['frontend-dir'] || join(data, 'remote-apps')),
    tempDir: resolve(deploy['temp-dir'] || join(data, 'temp')),
  };
}
