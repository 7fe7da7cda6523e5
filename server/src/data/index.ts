export {
  DATABASE,
  type Database,
  type Dialect,
  type RawResult,
  type ScriptResult,
  type TransactionOptions,
} from './database.ts';
export { IDS, type Ids } from './ids/ids.ts';
export type {
  Enabled,
  HostSchema,
  InstallStatus,
  ListingStatus,
  MenuType,
  TaskKind,
  TaskStatus,
  Timestamp,
  VersionStatus,
} from './schema/index.ts';
export { isUniqueViolation } from './errors/violations.ts';
export {
  DEFAULT_TENANT,
  INIT_MARKER,
  INITIAL_DATA,
  type InitialData,
  type InitialDataImport,
} from './initial-data/initial-data.ts';
export { dataModule } from './module.ts';
export { parseCreatedTables } from './script/created-tables.ts';
export { splitScript, type Statement } from './script/split.ts';
