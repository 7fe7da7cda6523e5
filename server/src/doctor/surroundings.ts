import type { PlatformConfig, PlatformError } from '../kernel/index.ts';
import type { Database } from '../data/index.ts';

/** The database as the host and the command know it. */
export interface ExaminedDatabase {
  readonly database: Database;
  /** Name of the storage that takes new objects. @throws STORAGE_DISABLED, STORAGE_UNAVAILABLE */
  readonly storage: () => Promise<string>;
  /** Errors of the stored secrets that no key decrypts. */
  readonly unreadableSecrets: () => Promise<readonly PlatformError[]>;
}

/** Inputs of the checks, which change nothing. */
export interface Surroundings {
  readonly config: PlatformConfig;
  /** Version of Node.js that runs the platform. */
  readonly nodeVersion: string;
  /** Variables of the process. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Undefined before the first start: there is no database yet. @throws DATABASE_* */
  readonly data: () => Promise<ExaminedDatabase | undefined>;
}
