/** Joins the names of a path, as in `Head office / Sales`, without spaces around them. */
export const pathOf = (text: string): string =>
  text
    .split('/')
    .map((name) => name.trim())
    .join('/');

/** The path above; empty at the top. */
export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** The last name of a path. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

interface Named {
  readonly deptId: number;
  /** 0 at the top. */
  readonly parentId: number;
  readonly deptName: string;
}

/** Departments by path; several where neighbours have the same name. */
export function byPath(depts: readonly Named[]): ReadonlyMap<string, readonly number[]> {
  const below = Map.groupBy(depts, (dept) => dept.parentId);
  const found = new Map<string, number[]>();
  const visit = (parentId: number, above: string): void => {
    for (const { deptId, deptName } of below.get(parentId) ?? []) {
      const path = pathOf(above + deptName);
      found.set(path, [...(found.get(path) ?? []), deptId]);
      visit(deptId, `${path}/`);
    }
  };
  visit(0, '');
  return found;
}
