import type { Database, Ids } from '../../data/index.ts';
import { normalUserName } from '../auth/accounts.ts';
import {
  amongNames,
  readImport,
  type ImportCheck,
  type ImportFinding,
} from '../shared/import/import-file.ts';
import type { CsvRecord } from '../shared/import/parse-csv.ts';
import type { DeptRow } from './departments.ts';

/** Columns of the file: the path to a department, the user name of its head, a remark. */
const COLUMNS = ['department', 'head', 'remark'] as const;
type Column = (typeof COLUMNS)[number];

/** Lines of one file. */
const MOST = 1_000;
const FORM = { columnOf: amongNames(COLUMNS), required: ['department'], most: MOST } as const;
const LONGEST_NAME = 50;
const INSERTED_AT_ONCE = 100;

/** A department of a file, under its path. */
interface NewDept {
  readonly path: string;
  readonly parent: string;
  readonly name: string;
  readonly headUserId: number | null;
  readonly remark: string | null;
}

/** Records that the lines of a file may refer to. */
interface KnownRecords {
  /** Identifiers of departments by their path; several where siblings share a name. */
  readonly depts: ReadonlyMap<string, readonly number[]>;
  readonly heads: ReadonlyMap<string, number>;
  /** Order of the last department by parent. */
  readonly lastOrders: ReadonlyMap<number, number>;
}

type DeptList = () => Promise<ReadonlyArray<Pick<DeptRow, 'deptId' | 'parentId' | 'deptName' | 'orderNum'>>>;

const namesIn = (path: string): string[] => path.split('/').map((name) => name.trim());
const pathOf = (names: readonly string[]): string => namesIn(names.join('/')).join(' / ');

/** Adds departments from a CSV file: every line, or none. (design 12) */
export class DeptImport {
  readonly #database: Database;
  readonly #ids: Ids;
  readonly #list: DeptList;

  constructor(database: Database, ids: Ids, list: DeptList) {
    this.#database = database;
    this.#ids = ids;
    this.#list = list;
  }

  /** Reads a file and stores nothing. @throws IMPORT_TOO_LONG (400) */
  async check(csv: string): Promise<ImportCheck> {
    const { depts, findings } = await this.#read(csv);
    return { total: depts.length, findings };
  }

  /**
   * Adds all departments of a file without findings, each behind those that its parent has, in the
   * order of the file; with any, none is added.
   *
   * @throws IMPORT_TOO_LONG (400)
   */
  apply(csv: string): Promise<ImportCheck> {
    return this.#database.transaction(async () => {
      const { depts, findings, known } = await this.#read(csv);
      if (findings.length === 0) await this.#insert(depts, known);
      return { total: depts.length, findings };
    });
  }

  async #read(csv: string): Promise<{ depts: NewDept[]; findings: ImportFinding[]; known: KnownRecords }> {
    const { records, columns, findings } = readImport(csv, FORM);
    const isReadable = findings.length === 0;
    const known = await this.#known(isReadable ? records : [], columns);
    if (!isReadable) return { depts: [], findings: [...findings], known };
    const reader = new DeptReader(columns, known, records);
    const depts = records.map((record) => reader.read(record));
    return { depts, findings: reader.findings, known };
  }

  async #known(records: readonly CsvRecord[], columns: readonly Column[]): Promise<KnownRecords> {
    const rows = await this.#list();
    const byId = new Map(rows.map((row) => [row.deptId, row]));
    const namesOf = ({ deptName, parentId }: (typeof rows)[number]): string[] => {
      const parent = byId.get(parentId);
      return parent ? [...namesOf(parent), deptName] : [deptName];
    };
    const depts = new Map<string, number[]>();
    for (const row of rows) {
      const path = pathOf(namesOf(row));
      depts.set(path, [...(depts.get(path) ?? []), row.deptId]);
    }
    return {
      depts,
      heads: await this.#heads(records.map(({ fields }) => fields[columns.indexOf('head')] ?? '')),
      lastOrders: new Map(rows.map(({ parentId, orderNum }) => [parentId, orderNum])),
    };
  }

  async #heads(names: readonly string[]): Promise<Map<string, number>> {
    const wanted = [...new Set(names.filter((name) => name !== '').map(normalUserName))];
    if (wanted.length === 0) return new Map();
    const users = await this.#database.query
      .selectFrom('sys_user')
      .where('user_name', 'in', wanted)
      .select(['user_name', 'user_id'])
      .execute();
    return new Map(users.map((user) => [user.user_name, user.user_id]));
  }

  async #insert(depts: readonly NewDept[], known: KnownRecords): Promise<void> {
    const ids = new Map(depts.map(({ path }) => [path, this.#ids.next()]));
    const orders = new Map(known.lastOrders);
    const rows = depts.map(({ path, parent, name, headUserId, remark }) => {
      const parentId = ids.get(parent) ?? known.depts.get(parent)?.[0] ?? 0;
      const order_num = (orders.get(parentId) ?? 0) + 1;
      orders.set(parentId, order_num);
      return {
        ...{ dept_id: ids.get(path) ?? this.#ids.next(), parent_id: parentId, dept_name: name, order_num },
        ...{ head_user_id: headUserId, status: 1 as const, remark },
      };
    });
    for (let at = 0; at < rows.length; at += INSERTED_AT_ONCE) {
      const batch = rows.slice(at, at + INSERTED_AT_ONCE);
      await this.#database.query.insertInto('sys_dept').values(batch).execute();
    }
  }
}

/** Turns lines into departments, and collects what is wrong with them. */
class DeptReader {
  readonly findings: ImportFinding[] = [];
  readonly #columns: readonly Column[];
  readonly #known: KnownRecords;
  readonly #inFile: ReadonlySet<string>;
  readonly #seen = new Set<string>();

  constructor(columns: readonly Column[], known: KnownRecords, records: readonly CsvRecord[]) {
    this.#columns = columns;
    this.#known = known;
    this.#inFile = new Set(records.map((record) => pathOf(namesIn(this.#text(record, 'department')))));
  }

  read(record: CsvRecord): NewDept {
    const report = (column: Column, code: string, value: string): void =>
      void this.findings.push({ line: record.line, column, code, value });
    const names = namesIn(this.#text(record, 'department'));
    const [path, parent] = [pathOf(names), pathOf(names.slice(0, -1))];
    const name = names.at(-1) ?? '';
    const problem = this.#problemOf(names, path, parent);
    if (problem) report('department', ...problem);
    this.#seen.add(path);
    const head = this.#text(record, 'head');
    const headUserId = this.#known.heads.get(normalUserName(head)) ?? null;
    if (head !== '' && headUserId === null) report('head', 'USER_UNKNOWN', head);
    const remark = this.#text(record, 'remark');
    if (remark.length > 500) report('remark', 'REMARK_TOO_LONG', remark);
    return { path, parent, name, headUserId, remark: remark || null };
  }

  /** @returns code and value of what is wrong with a path */
  #problemOf(names: readonly string[], path: string, parent: string): [string, string] | undefined {
    const { depts } = this.#known;
    if (names.some((name) => name === '' || name.length > LONGEST_NAME)) return ['DEPT_INVALID', path];
    if (depts.has(path)) return ['DEPT_TAKEN', path];
    if (this.#seen.has(path)) return ['DEPT_TWICE', path];
    if (parent === '' || this.#inFile.has(parent)) return undefined;
    const parents = depts.get(parent)?.length ?? 0;
    if (parents === 0) return ['PARENT_UNKNOWN', parent];
    return parents > 1 ? ['PARENT_AMBIGUOUS', parent] : undefined;
  }

  #text({ fields }: CsvRecord, column: Column): string {
    return fields[this.#columns.indexOf(column)] ?? '';
  }
}
