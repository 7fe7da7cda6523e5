/** A department as choices list it. */
export interface DeptNode {
  readonly deptId: number;
  /** 0 at the top. */
  readonly parentId: number;
  readonly deptName: string;
}

/** A department with its place in the tree. */
export interface DeptLine<Dept extends DeptNode> {
  readonly dept: Dept;
  readonly depth: number;
  /** Those before and behind it in the same department. */
  readonly siblings: readonly Dept[];
}

/**
 * The departments from top to bottom, each followed by those below it; one whose parent is not
 * among them stands at the top. Siblings keep their order.
 *
 * @param matches leaves those out that neither match nor stand above a match
 */
export function deptLines<Dept extends DeptNode>(
  depts: readonly Dept[],
  matches: (dept: Dept) => boolean = () => true,
): Array<DeptLine<Dept>> {
  const known = new Set(depts.map(({ deptId }) => deptId));
  const byParent = Map.groupBy(depts, ({ parentId }) => (known.has(parentId) ? parentId : 0));
  const beneath = (parentId: number, depth: number): Array<DeptLine<Dept>> => {
    const siblings = byParent.get(parentId) ?? [];
    return siblings.flatMap((dept) => {
      const below = beneath(dept.deptId, depth + 1);
      return below.length > 0 || matches(dept) ? [{ dept, depth, siblings }, ...below] : [];
    });
  };
  return beneath(0, 0);
}

/** Names of a department and those above it, as in `Sales / North`; undefined if unknown. */
export function deptPath(depts: readonly DeptNode[], deptId: number | null): string | undefined {
  const dept = depts.find((each) => each.deptId === deptId);
  if (!dept) return undefined;
  const above = deptPath(depts, dept.parentId);
  return above === undefined ? dept.deptName : `${above} / ${dept.deptName}`;
}
