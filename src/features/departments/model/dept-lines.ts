import { deptLines } from '@/shared/departments/dept-tree.ts';
import type { TreeLine } from '@/shared/tree/tree-line.ts';
import type { Dept } from '../api/departments-api.ts';

/** A department as a line of the table. */
export interface DeptBranch extends TreeLine {
  readonly dept: Dept;
  readonly children: readonly Dept[];
  readonly first: boolean;
  readonly last: boolean;
}

/** All lines; `matches` leaves out what neither matches nor stands above a match. */
export function deptBranches(
  depts: readonly Dept[],
  matches: (dept: Dept) => boolean,
): Array<Omit<DeptBranch, 'open'>> {
  const lines = deptLines(depts, matches);
  const byParent = Map.groupBy(
    lines.map(({ dept }) => dept),
    ({ parentId }) => parentId,
  );
  return lines.map(({ dept, depth, siblings }) => ({
    ...{ dept, depth, children: byParent.get(dept.deptId) ?? [] },
    first: siblings[0]?.deptId === dept.deptId,
    last: siblings.at(-1)?.deptId === dept.deptId,
  }));
}

/** The lines that are not beneath a folded one. */
export function linesInSight(
  branches: ReadonlyArray<Omit<DeptBranch, 'open'>>,
  isOpen: (dept: Dept) => boolean,
): DeptBranch[] {
  const lines: DeptBranch[] = [];
  let hiddenBelow = Infinity;
  for (const branch of branches) {
    if (branch.depth > hiddenBelow) continue;
    const open = branch.children.length > 0 && isOpen(branch.dept);
    hiddenBelow = open || branch.children.length === 0 ? Infinity : branch.depth;
    lines.push({ ...branch, open });
  }
  return lines;
}
