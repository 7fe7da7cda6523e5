import type { SpecialColumn } from './special-columns.ts';

/** What is known of the tables that a statement may name, in whatever case. */
export interface Tables {
  has(table: string): boolean;
  columnsOf(table: string): ReadonlySet<SpecialColumn>;
  isTenantTable(table: string): boolean;
  /** Columns that are declared DECIMAL, in lower case, where the database has no such type (SQLite). */
  decimalsOf(table: string): ReadonlySet<string>;
}
