import type { Database } from '../../../data/index.ts';
import type { LoginUser } from '../../../kernel/index.ts';
import { normalUserName } from '../../auth/accounts.ts';
import {
  readImport,
  type ImportCheck,
  type ImportFinding,
  type ImportLine,
} from '../../shared/import/import-file.ts';
import type { NewUser, PasswordResult } from '../user-commands.ts';
import { columnOf, isOnlyExported, type ImportColumn } from './columns.ts';
import { Named } from './named.ts';
import { RowReader, type KnownRecords } from './row-reader.ts';

/** Lines of one file: each user needs a password, whose hash takes time on purpose. */
const MOST = 500;
const FORM = {
  columnOf,
  isIgnored: isOnlyExported,
  required: ['userName', 'nickName'],
  most: MOST,
} as const;

/** Passwords are generated, and returned this once. (design 12.1-7) */
export interface ImportResult extends ImportCheck {
  readonly users: ReadonlyArray<{ readonly userName: string; readonly password: string }>;
}

interface UserAdder {
  createAll(actor: LoginUser, users: readonly NewUser[]): Promise<PasswordResult[]>;
}

/** Adds users from a CSV file: every line, or none. */
export class UserImport {
  readonly #database: Database;
  readonly #commands: UserAdder;

  constructor(database: Database, commands: UserAdder) {
    this.#database = database;
    this.#commands = commands;
  }

  /** Reads a file and stores nothing. */
  async check(csv: string): Promise<ImportCheck> {
    const { users, findings } = await this.#read(csv);
    return { total: users.length, findings };
  }

  /**
   * Adds all users of a file without findings; with any, nobody is added.
   *
   * @throws PRIVILEGE_EXCEEDED, DEPT_OUT_OF_REACH (403), TENANT_USER_LIMIT (409),
   *   IMPORT_TOO_LONG (400)
   */
  async apply(actor: LoginUser, csv: string): Promise<ImportResult> {
    const { users, findings } = await this.#read(csv);
    if (findings.length > 0) return { total: users.length, findings, users: [] };
    const added = await this.#commands.createAll(actor, users);
    return {
      total: users.length,
      findings,
      users: added.map(({ password = '' }, index) => ({
        userName: normalUserName(users[index]?.userName ?? ''),
        password,
      })),
    };
  }

  async #read(csv: string): Promise<{ users: NewUser[]; findings: ImportFinding[] }> {
    const { lines, findings } = readImport(csv, FORM);
    if (findings.length > 0) return { users: [], findings: [...findings] };
    const reader = new RowReader(await this.#known(lines));
    const users = lines.map((line) => reader.read(line));
    return { users, findings: reader.findings };
  }

  async #known(lines: ReadonlyArray<ImportLine<ImportColumn>>): Promise<KnownRecords> {
    const { query } = this.#database;
    const names = lines.map((line) => normalUserName(line.textOf('userName')));
    const taken =
      names.length === 0
        ? []
        : await query.selectFrom('sys_user').where('user_name', 'in', names).select('user_name').execute();
    const depts = await query.selectFrom('sys_dept').select(['dept_id', 'parent_id', 'dept_name']).execute();
    const posts = await query
      .selectFrom('sys_post')
      .select(['post_id as id', 'post_code as key', 'post_name as name'])
      .execute();
    const roles = await query
      .selectFrom('sys_role')
      .select(['role_id as id', 'role_key as key', 'role_name as name'])
      .execute();
    return {
      taken: new Set(taken.map((row) => row.user_name)),
      depts: depts.map((row) => ({ deptId: row.dept_id, parentId: row.parent_id, name: row.dept_name })),
      posts: new Named(posts),
      roles: new Named(roles),
    };
  }
}
