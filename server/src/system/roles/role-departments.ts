import type { Database } from '../../data/index.ts';
import { PlatformError } from '../../kernel/index.ts';
import { tooWide, type DataScope, type DataScopes } from '../shared/data-scope.ts';

/** Which departments' data roles show. (design 12.1-5) */
export class RoleDepartments {
  readonly #database: Database;
  readonly #scopes: DataScopes;

  constructor(database: Database, scopes: DataScopes) {
    this.#database = database;
    this.#scopes = scopes;
  }

  /**
   * Stores the chosen departments of a role. Nobody gives more than they reach themselves.
   *
   * @throws PRIVILEGE_EXCEEDED (403), DEPT_OUT_OF_REACH (403), DEPT_UNKNOWN (400)
   */
  async assign(
    roleId: number,
    { dataScope, deptIds }: { readonly dataScope?: DataScope; readonly deptIds?: readonly number[] },
  ): Promise<void> {
    if (dataScope === 'all' && (await this.#scopes.ofCaller())) throw tooWide();
    if (!deptIds) return;
    await this.#scopes.assertReaches(deptIds);
    await this.clear([roleId]);
    if (deptIds.length === 0) return;
    const { query } = this.#database;
    const known = await query
      .selectFrom('sys_dept')
      .where('dept_id', 'in', deptIds)
      .select('dept_id')
      .execute();
    if (known.length < deptIds.length) throw unknownDepartment();
    await query
      .insertInto('sys_role_dept')
      .values(deptIds.map((deptId) => ({ role_id: roleId, dept_id: deptId })))
      .execute();
  }

  /** The reach of a role in the words of the log of rights; nothing where the role is unknown. */
  async reachOf(roleId: number): Promise<string[]> {
    const { query } = this.#database;
    const role = await query
      .selectFrom('sys_role')
      .where('role_id', '=', roleId)
      .select('data_scope')
      .executeTakeFirst();
    if (role?.data_scope !== 'chosen') return role ? [role.data_scope] : [];
    const chosen = await query
      .selectFrom('sys_role_dept as rd')
      .innerJoin('sys_dept as d', 'd.dept_id', 'rd.dept_id')
      .where('rd.role_id', '=', roleId)
      .select('d.dept_name')
      .orderBy('d.dept_name')
      .execute();
    return [role.data_scope, ...chosen.map((department) => `department ${department.dept_name}`)];
  }

  async clear(roleIds: readonly number[]): Promise<void> {
    await this.#database.query.deleteFrom('sys_role_dept').where('role_id', 'in', roleIds).execute();
  }
}

function unknownDepartment(): PlatformError {
  return new PlatformError({
    code: 'DEPT_UNKNOWN',
    status: 400,
    message: 'One of the departments does not exist.',
    fix: 'Reload the page, and choose again.',
  });
}
