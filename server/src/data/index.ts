export { databaseConfigOf, openDatabase } from './connect/open.ts';
export type { TableColumns } from './catalog/columns.ts';
export { DATABASE, type Database, type Dialect, type StatementOptions } from './database.ts';
export {
  assertKeyFits,
  keyFileOf,
  nextKeyFileOf,
  PLATFORM_IDENTITY,
  recordFingerprint,
} from './identity/identity.ts';
export { existingSecret, secretOfFile } from './identity/key-file.ts';
export { PLATFORM_KEY, PlatformKey } from './identity/platform-key.ts';
export { sealSecrets } from './secrets/seal-secrets.ts';
export { SECRET_BOX, SecretBox } from './secrets/secret-box.ts';
export { configPlace, factorPlace, storagePlace } from './secrets/secret-columns.ts';
export { STORED_SECRETS, StoredSecrets } from './secrets/stored-secrets.ts';
export { describeDatabase, type DatabaseConfig } from './dialects/config.ts';
export { PROCESS_ORIGIN } from './host/copied-directory.ts';
export { NODE_BEAT_MS, NODE_LEASE_MS } from './host/node-lease.ts';
export {
  HOST_ID,
  holdDataDirectory,
  hostIdOf,
  isHostOf,
  MACHINE_ID,
  NODE_ID,
} from './host/data-directory.ts';
export { DATABASE_CLOCK, DatabaseClock } from './host/database-clock.ts';
export { HOST_RELEASE, THIS_RELEASE, type HostRelease } from './host/host-release.ts';
export { FileLock, MACHINE_LOCK, type MachineLock } from './host/machine-lock.ts';
export { assertMigrated, compareSchema, pendingMigrations } from './migrations/compare-schema.ts';
export { requireSchema } from './migrations/schema-min.ts';
export { isBackedUp, whileBackedUp } from './host/running-backups.ts';
export { migrateHost } from './migrations/migrate.ts';
export { hostMigrations } from './migrations/versions/index.ts';
export { IDS, type Ids } from './ids/ids.ts';
export type {
  HostSchema,
  InstallStatus,
  ListingStatus,
  TaskKind,
  TaskStatus,
  VersionStatus,
} from './schema/index.ts';
export { runFolder } from './script/run-folder.ts';
export { isUniqueViolation } from './errors/violations.ts';
export { INITIAL_DATA, type InitialData } from './initial-data/initial-data.ts';
export { dataModule } from './module.ts';
export { ROW_REACHES, type RowReaches } from './policy/row-reaches.ts';
export { lockOnly } from './transactions/lock-only.ts';
export type { SqlDatabase } from './sql-database.ts';
