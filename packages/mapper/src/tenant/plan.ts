import type { Dialect } from '../dialect.ts';
import { tenantMismatch, tenantRequired } from '../refusals.ts';
import type { StatementScope } from './scope.ts';
import { MARK } from '../sql/items.ts';

/** A bound value: the caller's by position, or one of the request context. */
export type Slot = number | 'tenant' | 'now' | 'user' | DeptSlot;

/** A department of the caller's reach, by its position. */
export interface DeptSlot {
  readonly dept: number;
}

/** Replaces a range of the text; an empty range inserts. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly parts: ReadonlyArray<string | { readonly slot: Slot }>;
}

/** A statement for the database, and its bound values. */
export interface StatementPlan {
  readonly sql: string;
  readonly slots: readonly Slot[];
  /** Positions of values that must equal the current tenant, with the table they are written to. */
  readonly ownTenant: ReadonlyMap<number, string>;
  /** Tenant table that rows are inserted into. */
  readonly insertsInto: string | undefined;
}

/** Applies edits to a text whose bound values are {@link MARK}s. */
export function assemble(
  text: string,
  edits: readonly Edit[],
  dialect: Dialect,
): Pick<StatementPlan, 'sql' | 'slots'> {
  const slots: Slot[] = [];
  let given = 0;
  const bind = (slot: Slot): string => {
    slots.push(slot);
    return dialect === 'postgres' ? `$${slots.length}` : '?';
  };
  const own = (from: number, to: number): string =>
    text
      .slice(from, to)
      .split(MARK)
      .reduce((sql, part) => sql + bind(given++) + part);
  let sql = '';
  let at = 0;
  for (const { start, end, parts } of edits.toSorted((a, b) => a.start - b.start)) {
    sql += own(at, start);
    for (const part of parts) sql += typeof part === 'string' ? part : bind(part.slot);
    at = Math.max(at, end);
  }
  return { sql: sql + own(at, text.length), slots };
}

/** @throws TENANT_REQUIRED, TENANT_MISMATCH */
export function valuesOf(plan: StatementPlan, given: readonly unknown[], scope: StatementScope): unknown[] {
  const { tenant } = scope;
  const tenantId = tenant.kind === 'one' ? tenant.tenantId : null;
  if (tenant.kind !== 'all') {
    if (plan.insertsInto !== undefined && tenantId === null) throw tenantRequired(plan.insertsInto);
    for (const [position, table] of plan.ownTenant) {
      if (given[position] !== tenantId) throw tenantMismatch(table);
    }
  }
  return plan.slots.map((slot) => {
    if (typeof slot === 'number') return given[slot];
    // A plan has room for more departments than a reach has: the last one is repeated.
    if (typeof slot === 'object') return scope.reach?.deptIds[slot.dept] ?? scope.reach?.deptIds.at(-1);
    return slot === 'tenant' ? tenantId : slot === 'now' ? scope.now : scope.userId;
  });
}
