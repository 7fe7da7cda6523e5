import type { SpecialColumn } from './special-columns.ts';
import { queryRefused } from '../refusals.ts';
import { assertTenantKept, assignmentsOf, changeStamps } from './assignments.ts';
import { restrictCondition } from './condition.ts';
import { tenantSlot, type Draft, type Target } from './draft.ts';
import { isGroup, isName, isWord, separated } from '../sql/items.ts';
import type { Slot } from './plan.ts';
import { restrictReads } from './reads.ts';

type Fillings = ReadonlyArray<readonly [SpecialColumn, Slot]>;

/** Fills tenant, times and actor of inserted rows. @param at index of `insert` */
export function rewriteInsert(draft: Draft, at: number): void {
  const { items } = draft;
  const into = items.findIndex((item) => isWord(item, 'into'));
  if (into < 0) throw queryRefused('an insert without into', 'Write insert into.');
  const replaces = items.slice(at, into).some((item) => isWord(item, 'replace'));
  const target = draft.target(items, into + 1);
  if (target.guarded && replaces) {
    throw queryRefused(
      `replace may remove a row of another tenant from ${target.table}`,
      'Update, or insert.',
    );
  }
  if (target.guarded) draft.insertsInto = target.table;
  const tail = conflictAt(draft, target.next);
  const columns = items[target.next];
  if (isWord(columns, 'set')) fillAssigned(draft, target, tail);
  else if (isGroup(columns)) fillColumns(draft, target, tail);
  else if (target.guarded)
    throw queryRefused(`an insert into ${target.table} names no columns`, 'Name the columns.');
  else return restrictReads(draft, items.slice(target.next));
  rewriteConflict(draft, tail, target);
}

/** `set a = …, b = …` (MariaDB) */
function fillAssigned(draft: Draft, target: Target, tail: number): void {
  const assignments = assignmentsOf(draft, target.next + 1, tail, target.table);
  if (target.guarded) assertTenantKept(draft, assignments, target.table);
  const missing = fillings(draft, target).filter(
    ([name]) => !assignments.some(({ column }) => column === name),
  );
  draft.insert(draft.placeBefore(tail), ...missing.flatMap(([column, slot]) => [`, ${column} = `, { slot }]));
  restrictReads(draft, draft.items.slice(target.next, tail));
}

/** `(a, b) values (…), (…)` or `(a, b) select …` */
function fillColumns(draft: Draft, target: Target, tail: number): void {
  const columns = draft.items[target.next];
  if (!isGroup(columns)) return;
  const names = separated(columns.items).map(([column]) => (isName(column) ? column.name : ''));
  const missing = fillings(draft, target).filter(([column]) => !names.includes(column));
  draft.insert(columns.end - 1, ...missing.map(([column]) => `, ${column}`));
  const body = target.next + 1;
  const tenantAt = target.guarded ? names.indexOf('tenant_id') : -1;
  if (!isWord(draft.items[body], 'values', 'value')) {
    return fillSelected(draft, body, tail, missing, target, tenantAt >= 0);
  }
  for (const row of draft.items.slice(body + 1, tail)) {
    if (!isGroup(row)) continue;
    if (tenantAt >= 0) draft.own(separated(row.items)[tenantAt], target.table);
    draft.insert(row.end - 1, ...missing.flatMap(([, slot]) => [', ', { slot }]));
    restrictReads(draft, row.items);
  }
}

function fillSelected(
  draft: Draft,
  body: number,
  tail: number,
  missing: Fillings,
  { guarded, table }: Target,
  ownTenant: boolean,
): void {
  const rows = draft.items.slice(body, tail);
  const [first] = rows;
  const last = rows.at(-1);
  if (!first || !last || (!isGroup(first) && !isWord(first, 'select', 'with'))) {
    throw queryRefused(`an insert into ${table} has neither values nor a select`, 'Write values (…).');
  }
  if (guarded && ownTenant) {
    throw queryRefused(`rows selected into ${table} bring their own tenant`, 'Leave tenant_id out.');
  }
  if (missing.length > 0) {
    const added = missing.flatMap(([, slot]) => [', ', { slot }]);
    draft.insert(first.start, 'select given.*', ...added, ' from (');
  }
  restrictReads(draft, rows);
  if (missing.length > 0) draft.insert(last.end, ') given where 1 = 1');
}

/** `on conflict … do update set …`, `on duplicate key update …`, `returning …` */
function rewriteConflict(draft: Draft, tail: number, target: Target): void {
  const { items } = draft;
  const rest = items.slice(tail);
  const set = items.findIndex((item, index) => index >= tail && isWord(item, 'set'));
  if (isWord(rest[1], 'duplicate')) rewriteDuplicate(draft, tail, target);
  else if (set >= 0) {
    const end = draft.endOf(set + 1, ['where', 'returning']);
    const assignments = assignmentsOf(draft, set + 1, end, target.table);
    if (target.guarded) assertTenantKept(draft, assignments, target.table);
    const stamps = changeStamps(draft, target, assignments);
    draft.insert(draft.placeBefore(end), ...stamps.flatMap(([column, slot]) => [`, ${column} = `, { slot }]));
    if (target.guarded) restrictCondition(draft, set, [target.reference]);
  }
  restrictReads(draft, rest);
}

/** MariaDB allows no condition here, so a row of another tenant keeps each value by `case`. */
function rewriteDuplicate(draft: Draft, tail: number, target: Target): void {
  const { items } = draft;
  const update = draft.endOf(tail, ['update']);
  const end = draft.endOf(update, ['returning']);
  if (target.guarded && end < items.length) {
    throw queryRefused(
      `returning shows a row of another tenant in ${target.table}`,
      'Select the row afterwards.',
    );
  }
  const assignments = assignmentsOf(draft, update + 1, end, target.table);
  const stamps = changeStamps(draft, target, assignments);
  if (!target.guarded) {
    return draft.insert(
      draft.placeBefore(end),
      ...stamps.flatMap(([column, slot]) => [`, ${column} = `, { slot }]),
    );
  }
  assertTenantKept(draft, assignments, target.table);
  const when = [`case when ${target.reference}.tenant_id = `, tenantSlot, ' then '] as const;
  const otherwise = (column: string): string => ` else ${target.reference}.${column} end`;
  for (const { column, text, value } of assignments) {
    const [first] = value;
    const last = value.at(-1);
    if (!first || !last) throw queryRefused(`nothing is set for ${column}`, 'Give it a value.');
    draft.insert(first.start, ...when);
    draft.insert(last.end, otherwise(text));
  }
  draft.insert(
    draft.placeBefore(end),
    ...stamps.flatMap(([column, slot]) => [`, ${column} = `, ...when, { slot }, otherwise(column)]),
  );
}

function fillings({ catalog, hasUser }: Draft, { table, guarded }: Target): Fillings {
  const columns = catalog.columnsOf(table);
  const all: Fillings = [
    ...(guarded ? [['tenant_id', 'tenant'] as const] : []),
    ['create_time', 'now'],
    ['update_time', 'now'],
    ...(hasUser ? [['create_by', 'user'] as const, ['update_by', 'user'] as const] : []),
  ];
  return all.filter(([column]) => columns.has(column));
}

function conflictAt({ items }: Draft, from: number): number {
  const tail = items.findIndex(
    (item, index) =>
      index >= from &&
      (isWord(item, 'returning') ||
        (isWord(item, 'on') && isWord(items[index + 1], 'conflict', 'duplicate'))),
  );
  return tail < 0 ? items.length : tail;
}
