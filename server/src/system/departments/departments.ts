import type { Database, Ids } from '../../data/index.ts';
import { PlatformError } from '../../kernel/index.ts';
import { changesOf } from '../shared/changes.ts';
import type { DataScopes } from '../shared/data-scope.ts';
import { conflict, found, notFound } from '../shared/failures.ts';
import { placed } from '../shared/placed.ts';

export interface DeptRow {
  readonly deptId: number;
  /** 0 at the top. */
  readonly parentId: number;
  readonly deptName: string;
  readonly headUserId: number | null;
  readonly headName: string | null;
  readonly orderNum: number;
  readonly status: 0 | 1;
  readonly remark: string | null;
  /** Users of the department itself. */
  readonly users: number;
  readonly createTime: string;
  readonly updateTime: string;
}

export interface DeptDetails {
  readonly parentId?: number;
  readonly headUserId?: number | null;
  readonly status?: 0 | 1;
  readonly remark?: string | null;
}

/** A department with its identifier and place. */
export interface NewDept extends DeptDetails {
  readonly deptId: number;
  readonly parentId: number;
  readonly deptName: string;
}

/** Rows of one insert: databases limit its parameters. */
const ROWS = 100;

/** Where a department is to stand. */
export interface DeptMove {
  readonly deptId: number;
  readonly parentId?: number;
  readonly before?: number;
}

/** The departments of the tenant in context: a tree of at most some thousands. (design 12) */
export class Departments {
  readonly #database: Database;
  readonly #ids: Ids;
  readonly #scopes: DataScopes;

  constructor(database: Database, ids: Ids, scopes: DataScopes) {
    this.#database = database;
    this.#ids = ids;
    this.#scopes = scopes;
  }

  /** All of them, in display order, without the number of their users. */
  rows(): Promise<Array<Omit<DeptRow, 'users'>>> {
    return this.#select().execute();
  }

  /** All of them, in display order. */
  async list(): Promise<DeptRow[]> {
    const rows = await this.rows();
    const counts = await this.#database.query
      .selectFrom('sys_user')
      .where('dept_id', 'is not', null)
      .groupBy('dept_id')
      .select((eb) => ['dept_id', eb.fn.countAll<number>().as('total')])
      .execute();
    const users = new Map(counts.map((row) => [row.dept_id, Number(row.total)]));
    return rows.map((row) => ({ ...row, users: users.get(row.deptId) ?? 0 }));
  }

  /** Those whose name contains a text, with the names of their parents. */
  async *export(
    deptName = '',
  ): AsyncGenerator<ReadonlyArray<DeptRow & { readonly parentName: string | null }>> {
    const rows = await this.list();
    const names = new Map(rows.map((row) => [row.deptId, row.deptName]));
    const wanted = deptName.toLowerCase();
    yield rows
      .filter((row) => row.deptName.toLowerCase().includes(wanted))
      .map((row) => ({ ...row, parentName: names.get(row.parentId) ?? null }));
  }

  /** Those within reach of the caller. */
  async choices(): Promise<ReadonlyArray<Pick<DeptRow, 'deptId' | 'parentId' | 'deptName'>>> {
    const reach = await this.#scopes.ofCaller();
    const rows = await this.rows();
    return rows
      .filter(({ deptId }) => reach?.deptIds.includes(deptId) ?? true)
      .map(({ deptId, parentId, deptName }) => ({ deptId, parentId, deptName }));
  }

  /** @throws RECORD_NOT_FOUND (404) */
  async get(deptId: number): Promise<DeptRow> {
    const rows = await this.list();
    return found(
      rows.find((row) => row.deptId === deptId),
      'department',
    );
  }

  /** @throws DEPT_PARENT_INVALID (400), USER_UNKNOWN (400) */
  async create(dept: DeptDetails & { readonly deptName: string }): Promise<number> {
    const deptId = this.#ids.next();
    const parentId = dept.parentId ?? 0;
    await this.#database.transaction(async () => {
      await this.#assertParent(parentId, deptId);
      await this.#assertHead(dept.headUserId);
      await this.createAll([{ ...dept, deptId, parentId }]);
    });
    return deptId;
  }

  /**
   * Adds departments in this order, each as the last of its parent. Their parents and heads have
   * been found in the same transaction.
   */
  async createAll(depts: readonly NewDept[]): Promise<void> {
    const known = await this.rows();
    const last = new Map(known.map((row) => [row.parentId, row.orderNum]));
    const rows = depts.map(({ deptId, parentId, deptName, headUserId, status, remark }) => {
      const orderNum = (last.get(parentId) ?? 0) + 1;
      last.set(parentId, orderNum);
      return {
        dept_id: deptId,
        parent_id: parentId,
        dept_name: deptName,
        head_user_id: headUserId ?? null,
        order_num: orderNum,
        status: status ?? 1,
        remark: remark ?? null,
      };
    });
    for (let at = 0; at < rows.length; at += ROWS) {
      const some = rows.slice(at, at + ROWS);
      await this.#database.query.insertInto('sys_dept').values(some).execute();
    }
  }

  /**
   * @throws RECORD_NOT_FOUND (404), DEPT_PARENT_INVALID (400), USER_UNKNOWN (400),
   *   DEPT_OUT_OF_REACH (403)
   */
  async update(deptId: number, change: DeptDetails & { readonly deptName?: string }): Promise<void> {
    await this.#database.transaction(async () => {
      const current = await this.#get(deptId);
      if (change.parentId !== undefined && change.parentId !== current.parentId) {
        await this.#assertMayMove(deptId, change.parentId);
      }
      await this.#assertHead(change.headUserId);
      const columns = changesOf({
        parent_id: change.parentId,
        dept_name: change.deptName,
        head_user_id: change.headUserId,
        status: change.status,
        remark: change.remark,
      });
      if (!columns) return;
      await this.#database.query.updateTable('sys_dept').set(columns).where('dept_id', '=', deptId).execute();
    });
  }

  /**
   * @throws RECORD_NOT_FOUND (404), DEPT_PARENT_INVALID (400), DEPT_PLACE_UNKNOWN (409),
   *   DEPT_OUT_OF_REACH (403)
   */
  async move({ deptId, parentId: wanted, before }: DeptMove): Promise<void> {
    await this.#database.transaction(async () => {
      const current = await this.#get(deptId);
      const parentId = wanted ?? current.parentId;
      if (parentId !== current.parentId) await this.#assertMayMove(deptId, parentId);
      const rows = await this.rows();
      const siblings = rows.filter((row) => row.parentId === parentId && row.deptId !== deptId);
      const place =
        before === undefined ? siblings.length : siblings.findIndex((row) => row.deptId === before);
      if (place < 0) {
        throw conflict(
          'DEPT_PLACE_UNKNOWN',
          'The department to insert before no longer exists.',
          'Reload the list, and move it again.',
        );
      }
      const [moved] = rows.filter((row) => row.deptId === deptId);
      for (const { row, orderNum } of placed(siblings, found(moved, 'department'), place)) {
        await this.#database.query
          .updateTable('sys_dept')
          .set({ order_num: orderNum, ...(row.deptId === deptId ? { parent_id: parentId } : {}) })
          .where('dept_id', '=', row.deptId)
          .execute();
      }
    });
  }

  /** @throws RECORD_NOT_FOUND (404), DEPT_NOT_EMPTY (409) */
  async remove(deptIds: readonly number[]): Promise<number> {
    await this.#database.transaction(async () => {
      const rows = await this.list();
      const removed = rows.filter((row) => deptIds.includes(row.deptId));
      if (removed.length < deptIds.length) throw notFound('department');
      const holding = removed.find(
        ({ deptId, users }) =>
          users > 0 || rows.some((row) => row.parentId === deptId && !deptIds.includes(row.deptId)),
      );
      if (holding) {
        throw conflict(
          'DEPT_NOT_EMPTY',
          `${holding.deptName} has users, or departments below it.`,
          'Move them to another department first.',
        );
      }
      await this.#database.query.deleteFrom('sys_role_dept').where('dept_id', 'in', deptIds).execute();
      await this.#database.query.deleteFrom('sys_dept').where('dept_id', 'in', deptIds).execute();
    });
    return deptIds.length;
  }

  #select() {
    return this.#database.query
      .selectFrom('sys_dept as d')
      .leftJoin('sys_user as u', 'u.user_id', 'd.head_user_id')
      .select([
        'd.dept_id as deptId',
        'd.parent_id as parentId',
        'd.dept_name as deptName',
        'd.head_user_id as headUserId',
        'u.nick_name as headName',
        'd.order_num as orderNum',
        'd.status as status',
        'd.remark as remark',
        'd.create_time as createTime',
        'd.update_time as updateTime',
      ])
      .orderBy('d.parent_id')
      .orderBy('d.order_num')
      .orderBy('d.dept_id');
  }

  async #get(deptId: number) {
    return found(await this.#select().where('d.dept_id', '=', deptId).executeTakeFirst(), 'department');
  }

  /** A scope with the departments below would come to show what is moved there. */
  async #assertMayMove(deptId: number, parentId: number): Promise<void> {
    await this.#scopes.assertReaches(await this.#scopes.withChildren(deptId));
    await this.#assertParent(parentId, deptId);
  }

  async #assertParent(parentId: number, deptId: number): Promise<void> {
    if (parentId === 0) return;
    const known = await this.#select().where('d.dept_id', '=', parentId).executeTakeFirst();
    const below = known && (await this.#scopes.withChildren(deptId)).includes(parentId);
    if (known && !below) return;
    throw new PlatformError({
      code: 'DEPT_PARENT_INVALID',
      status: 400,
      message: known ? 'The parent is below the department itself.' : 'The parent does not exist.',
      fix: 'Choose another parent.',
    });
  }

  async #assertHead(userId: number | null | undefined): Promise<void> {
    if (userId === null || userId === undefined) return;
    const user = await this.#database.query
      .selectFrom('sys_user')
      .where('user_id', '=', userId)
      .select('user_id')
      .executeTakeFirst();
    if (user) return;
    throw new PlatformError({
      code: 'USER_UNKNOWN',
      status: 400,
      message: 'The head of the department is not a user of this tenant.',
      fix: 'Choose another user.',
    });
  }
}
