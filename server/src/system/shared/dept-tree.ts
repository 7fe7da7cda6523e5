import type { Database } from '../../data/index.ts';

/** Departments of the tenant in context, and all below them; each once. */
export async function withBelow(database: Database, deptIds: readonly number[]): Promise<number[]> {
  const byParent = Map.groupBy(await placesOf(database), (row) => row.parent_id);
  const found = new Set<number>();
  const visit = (id: number): void => {
    if (found.has(id)) return;
    found.add(id);
    for (const child of byParent.get(id) ?? []) visit(child.dept_id);
  };
  for (const deptId of deptIds) visit(deptId);
  return [...found];
}

/** A department of the tenant in context, and all above it. */
export async function withAbove(database: Database, deptId: number): Promise<number[]> {
  const parents = new Map((await placesOf(database)).map((row) => [row.dept_id, row.parent_id]));
  const found = new Set<number>();
  for (let id: number | undefined = deptId; id && !found.has(id); id = parents.get(id)) found.add(id);
  return [...found];
}

const placesOf = (database: Database) =>
  database.query.selectFrom('sys_dept').select(['dept_id', 'parent_id']).execute();
