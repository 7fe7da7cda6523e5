import type { Timestamp } from './columns.ts';

/** A SQL script of the operator that has run. (design 11.6) */
export interface SysSqlScriptTable {
  /** Path in `platform.sql-dir`, such as `update/010-regions.sql`. */
  name: string;
  /** SHA-256 of its content when it ran, in hexadecimal digits. */
  checksum: string;
  executed_at: Timestamp;
}
