import type { TenantColumn, Timestamp } from './columns.ts';

/** A record that was removed a moment ago, with the rows that belong to it. (design 16-27) */
export interface SysUndoTable extends TenantColumn {
  undo_id: number;
  kind: string;
  /** Permission for the removal, required again to put it back. */
  permission: string;
  record_id: number;
  /** User who removed it. */
  user_id: number;
  /** JSON: rows by table. */
  rows_json: string;
  expires: Timestamp;
}
