import type { SpecialColumn } from './special-columns.ts';
import { queryRefused } from '../refusals.ts';
import type { Draft, Target } from './draft.ts';
import { isName, isWord, separated, type Item } from '../sql/items.ts';
import type { Slot } from './plan.ts';

/** An assignment of a column. */
export interface Assignment {
  /** In lower case, without quotes. */
  readonly column: string;
  /** As written. */
  readonly text: string;
  /** Qualifier of the column, in lower case. */
  readonly qualifier: string | undefined;
  readonly value: readonly Item[];
}

/** Assignments between two indexes. @throws TENANT_QUERY_REFUSED for row assignments */
export function assignmentsOf(draft: Draft, from: number, to: number, table: string): Assignment[] {
  return separated(draft.items.slice(from, to)).flatMap((part): Assignment[] => {
    const equals = part.findIndex((item) => isWord(item, '='));
    const column = part[equals - 1];
    if (isName(column)) {
      const qualifier = isWord(part[equals - 2], '.') ? part[equals - 3] : undefined;
      return [
        {
          column: column.name,
          text: column.text,
          qualifier: isName(qualifier) ? qualifier.name : undefined,
          value: part.slice(equals + 1),
        },
      ];
    }
    if (!draft.filtered) return [];
    throw queryRefused(
      `several columns of ${table} are set at once`,
      'Set one after the other: a = …, b = …',
    );
  });
}

/** Refuses to assign rows to another tenant. @throws TENANT_MISMATCH */
export function assertTenantKept(draft: Draft, assignments: readonly Assignment[], table: string): void {
  for (const { column, value } of assignments) if (column === 'tenant_id') draft.own(value, table);
}

/** Time and actor of a change, for columns that exist and are not assigned. */
export function changeStamps(
  { catalog, hasUser }: Draft,
  { table }: Pick<Target, 'table'>,
  assignments: readonly Assignment[],
): ReadonlyArray<readonly [SpecialColumn, Slot]> {
  const columns = catalog.columnsOf(table);
  const stamps: ReadonlyArray<readonly [SpecialColumn, Slot]> = [
    ['update_time', 'now'],
    ...(hasUser ? [['update_by', 'user'] as const] : []),
  ];
  return stamps.filter(([name]) => columns.has(name) && !assignments.some(({ column }) => column === name));
}
