import type { SpecialColumn } from './special-columns.ts';

/** Tables that a statement may name, in any case. */
export interface Tables {
  has(table: string): boolean;
  columnsOf(table: string): ReadonlySet<SpecialColumn>;
  isTenantTable(table: string): boolean;
  /** Lower-case names of DECIMAL columns, where the database lacks the type (SQLite). */
  decimalsOf(table: string): ReadonlySet<string>;
}
