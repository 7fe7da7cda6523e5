import { PLATFORM_VERSION, serviceToken } from '../../kernel/index.ts';
import type { Migration } from '../migrations/migration.ts';
import { hostMigrations } from '../migrations/versions/index.ts';

/** Facts in which a version of the host differs from others on the same database. */
export interface HostRelease {
  readonly version: string;
  readonly migrations: readonly Migration[];
  /** Format of `app_desired` that it reads and writes. (design 10.7-17) */
  readonly desiredFormat: number;
}

export const THIS_RELEASE: HostRelease = {
  version: PLATFORM_VERSION,
  migrations: hostMigrations,
  desiredFormat: 1,
};

/** Tests provide another one, to run two versions side by side. */
export const HOST_RELEASE = serviceToken<HostRelease>('host release');
