import type { Database, Ids } from '../../../data/index.ts';
import { normalUserName } from '../../auth/accounts.ts';
import { isReached, type DataScopes } from '../../shared/data-scope.ts';
import {
  amongNames,
  readImport,
  type ImportCheck,
  type ImportFinding,
} from '../../shared/import/import-file.ts';
import type { Departments } from '../departments.ts';
import { byPath, nameOf, parentOf } from './dept-path.ts';
import { DEPT_COLUMNS, DeptReader, type DeptLine, type KnownRecords } from './dept-reader.ts';

/** Lines of one file. */
const MOST = 1_000;
const FORM = { columnOf: amongNames(DEPT_COLUMNS), required: ['department'], most: MOST } as const;

interface ReadFile {
  readonly lines: readonly DeptLine[];
  readonly findings: readonly ImportFinding[];
  readonly depts: KnownRecords['depts'];
}

export interface DeptImportParts {
  readonly database: Database;
  readonly ids: Ids;
  readonly scopes: DataScopes;
  readonly departments: Departments;
}

/** Adds departments from a CSV file: every line, or none. (design 12) */
export class DeptImport {
  readonly #parts: DeptImportParts;

  constructor(parts: DeptImportParts) {
    this.#parts = parts;
  }

  /** Reads a file and stores nothing. @throws IMPORT_TOO_LONG (400) */
  async check(csv: string): Promise<ImportCheck> {
    const { lines, findings } = await this.#read(csv);
    return { total: lines.length, findings };
  }

  /**
   * Adds all departments of a file without findings, behind those that are there; with any, none is
   * added.
   *
   * @throws IMPORT_TOO_LONG (400)
   */
  apply(csv: string): Promise<ImportCheck> {
    return this.#parts.database.transaction(async () => {
      const file = await this.#read(csv);
      if (file.findings.length === 0) await this.#add(file);
      return { total: file.lines.length, findings: file.findings };
    });
  }

  async #add({ lines, depts }: ReadFile): Promise<void> {
    const { ids, departments } = this.#parts;
    const added = lines.map((line) => ({ ...line, deptId: ids.next() }));
    const idOf = new Map([...depts].map(([path, [deptId]]) => [path, deptId]));
    for (const { path, deptId } of added) idOf.set(path, deptId);
    await departments.createAll(
      added.map(({ path, ...dept }) => ({
        ...dept,
        deptName: nameOf(path),
        parentId: idOf.get(parentOf(path)) ?? 0,
      })),
    );
  }

  async #read(csv: string): Promise<ReadFile> {
    const { lines, findings } = readImport(csv, FORM);
    if (findings.length > 0) return { lines: [], findings, depts: new Map() };
    const depts = byPath(await this.#parts.departments.rows());
    const heads = await this.#heads(lines.map((line) => line.textOf('head')));
    const reader = new DeptReader({ depts, heads });
    return { lines: reader.readAll(lines), findings: reader.findings, depts };
  }

  /** Those that the caller sees: the form offers no others. */
  async #heads(names: readonly string[]): Promise<KnownRecords['heads']> {
    const wanted = [...new Set(names.map(normalUserName))].filter((name) => name !== '');
    if (wanted.length === 0) return new Map();
    const reach = await this.#parts.scopes.ofCaller();
    const users = await this.#parts.database.query
      .selectFrom('sys_user')
      .where('user_name', 'in', wanted)
      .$if(reach !== undefined, (query) => (reach ? query.where(isReached(reach)) : query))
      .select(['user_name', 'user_id'])
      .execute();
    return new Map(users.map((row) => [row.user_name, row.user_id]));
  }
}
