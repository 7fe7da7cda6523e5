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
