import { normalUserName } from '../../auth/accounts.ts';
import type { ImportFinding, ImportLine } from '../../shared/import/import-file.ts';
import { yesOrNo } from '../../shared/import/yes-no.ts';
import type { DeptDetails } from '../departments.ts';
import { parentOf, pathOf } from './dept-path.ts';

/** Columns of the file, the first one required. */
export const DEPT_COLUMNS = ['department', 'head', 'enabled', 'remark'] as const;

export type DeptColumn = (typeof DEPT_COLUMNS)[number];

/** Records that the lines of a file may refer to. */
export interface KnownRecords {
  /** Departments by path; several where neighbours have the same name. */
  readonly depts: ReadonlyMap<string, readonly number[]>;
  /** Users by name. */
  readonly heads: ReadonlyMap<string, number>;
}

/** A department at its path, which is below one that is there, or one of another line. */
export interface DeptLine extends Omit<DeptDetails, 'parentId'> {
  readonly path: string;
}

/** Turns lines into departments, and collects what is wrong with them. */
export class DeptReader {
  readonly findings: ImportFinding[] = [];
  readonly #known: KnownRecords;
  readonly #seen = new Set<string>();

  constructor(known: KnownRecords) {
    this.#known = known;
  }

  /** All lines at once: a parent may come after what is below it. */
  readAll(lines: ReadonlyArray<ImportLine<DeptColumn>>): DeptLine[] {
    const paths = new Set(lines.map((line) => pathOf(line.textOf('department'))));
    return lines.map((line) => this.#read(line, paths));
  }

  #read({ line, textOf }: ImportLine<DeptColumn>, paths: ReadonlySet<string>): DeptLine {
    const report = (column: DeptColumn, code: string, value = textOf(column)): void =>
      void this.findings.push({ line, column, code, value });
    const path = pathOf(textOf('department'));
    this.#checkPath(path, paths, (code, value) => report('department', code, value));
    const head = textOf('head');
    const headUserId = this.#known.heads.get(normalUserName(head));
    if (head !== '' && headUserId === undefined) report('head', 'USER_UNKNOWN');
    const enabled = yesOrNo(textOf('enabled'), true);
    if (enabled === undefined) report('enabled', 'YES_NO_INVALID');
    const remark = textOf('remark');
    if (remark.length > 500) report('remark', 'REMARK_TOO_LONG');
    return {
      path,
      headUserId: headUserId ?? null,
      status: enabled === false ? 0 : 1,
      remark: remark || null,
    };
  }

  /** Reports the first thing that is wrong with a path. */
  #checkPath(path: string, paths: ReadonlySet<string>, report: (code: string, value?: string) => void): void {
    const parent = parentOf(path);
    const above = this.#known.depts.get(parent) ?? [];
    if (!path.split('/').every((name) => name !== '' && name.length <= 50)) report('NAME_INVALID');
    else if (this.#known.depts.has(path)) report('DEPT_TAKEN');
    else if (this.#seen.has(path)) report('DEPT_TWICE');
    else if (above.length > 1) report('DEPT_AMBIGUOUS', parent);
    else if (parent !== '' && above.length === 0 && !paths.has(parent)) report('DEPT_PARENT_UNKNOWN', parent);
    this.#seen.add(path);
  }
}
