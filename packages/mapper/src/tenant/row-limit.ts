import type { Edit } from './plan.ts';
import type { RowReach, ScopedRows } from './scope.ts';

/** A data scope as far as it changes the text of a statement. */
export interface RowLimit extends ScopedRows {
  /** Departments that the text has room for. */
  readonly depts: number;
  readonly own: boolean;
}

/**
 * Returns the limit of a statement for a reach. It has room for a power of two of departments, so
 * that people with about as many of them share a plan.
 */
export function limitOf(rows: ScopedRows, { deptIds, own }: RowReach): RowLimit {
  const depts = deptIds.length === 0 ? 0 : 2 ** Math.ceil(Math.log2(deptIds.length));
  return { ...rows, depts, own };
}

/** The condition for the rows of the table; it is false for a person who sees none. */
export function rowCondition({ dept, depts, owner, own }: RowLimit): Edit['parts'] {
  const alternatives: Edit['parts'][] = [];
  if (dept !== undefined && depts > 0) alternatives.push(inDepartments(dept, depts));
  if (owner !== undefined && own) alternatives.push([`${owner} = `, { slot: 'user' }]);
  const [first, second] = alternatives;
  if (!first) return ['1 = 0'];
  return second ? ['(', ...first, ' or ', ...second, ')'] : first;
}

function inDepartments(column: string, count: number): Edit['parts'] {
  const slots = Array.from({ length: count }, (_, dept) => [dept === 0 ? '' : ', ', { slot: { dept } }]);
  return [`${column} in (`, ...slots.flat(), ')'];
}
