import { normalUserName } from '../../auth/accounts.ts';
import type { NewUser } from '../user-commands.ts';
import type { ImportFinding, ImportLine } from '../../shared/import/import-file.ts';
import { yesOrNo } from '../../shared/import/yes-no.ts';
import type { ImportColumn } from './columns.ts';
import type { Named } from './named.ts';

/** Records that the lines of a file may refer to. */
export interface KnownRecords {
  /** User names that are in use. */
  readonly taken: ReadonlySet<string>;
  readonly depts: ReadonlyArray<{
    readonly deptId: number;
    readonly parentId: number;
    readonly name: string;
  }>;
  readonly posts: Named;
  readonly roles: Named;
}

const FORMS: Partial<Record<ImportColumn, readonly [RegExp, string]>> = {
  userName: [/^[A-Za-z0-9][A-Za-z0-9_.@-]{1,49}$/, 'USER_NAME_INVALID'],
  nickName: [/^.{1,50}$/s, 'NAME_INVALID'],
  email: [/^$|^(?=.{1,100}$)[^@\s]+@[^@\s]+$/, 'EMAIL_INVALID'],
  phone: [/^[\d+() -]{0,30}$/, 'PHONE_INVALID'],
  remark: [/^.{0,500}$/s, 'REMARK_TOO_LONG'],
};

/** Turns lines into users, and collects what is wrong with them. */
export class RowReader {
  readonly findings: ImportFinding[] = [];
  readonly #known: KnownRecords;
  readonly #seen = new Set<string>();

  constructor(known: KnownRecords) {
    this.#known = known;
  }

  read({ line, textOf: value }: ImportLine<ImportColumn>): NewUser {
    const report = (column: ImportColumn, code: string, wrong: string): undefined =>
      void this.findings.push({ line, column, code, value: wrong });
    for (const [column, form] of Object.entries(FORMS) as Array<[ImportColumn, readonly [RegExp, string]]>) {
      if (!form[0].test(value(column))) report(column, form[1], value(column));
    }
    const userName = normalUserName(value('userName'));
    if (this.#known.taken.has(userName)) report('userName', 'USER_NAME_TAKEN', userName);
    else if (this.#seen.has(userName)) report('userName', 'USER_NAME_TWICE', userName);
    this.#seen.add(userName);
    const many = (column: 'posts' | 'roles', record: 'POST' | 'ROLE'): number[] => {
      const known = this.#known[column];
      const wrong = (word: string) => `${record}_${known.isAmbiguous(word) ? 'AMBIGUOUS' : 'UNKNOWN'}`;
      return known
        .wordsOf(value(column))
        .flatMap((word) => known.idOf(word) ?? report(column, wrong(word), word) ?? []);
    };
    const enabled = yesOrNo(value('enabled'), true);
    if (enabled === undefined) report('enabled', 'YES_NO_INVALID', value('enabled'));
    return {
      userName: value('userName'),
      nickName: value('nickName'),
      email: value('email'),
      phone: value('phone'),
      remark: value('remark'),
      status: enabled === false ? 0 : 1,
      deptId: this.#deptOf(value('department'), (code) => report('department', code, value('department'))),
      postIds: many('posts', 'POST'),
      roleIds: many('roles', 'ROLE'),
    };
  }

  /** By its name, or by a path where several have the name: `Sales / North`, `/ North`. */
  #deptOf(text: string, report: (code: string) => void): number | null {
    const names = text.split('/').map((name) => name.trim());
    if (text === '') return null;
    const { depts } = this.#known;
    const byId = new Map(depts.map((dept) => [dept.deptId, dept]));
    // An empty name before the first slash stands for the top.
    const found = depts.filter((dept) => {
      let at: (typeof depts)[number] | undefined = dept;
      for (const name of names.toReversed()) {
        if ((at?.name ?? '') !== name) return false;
        at = at && byId.get(at.parentId);
      }
      return true;
    });
    const [only, another] = found;
    if (only && !another) return only.deptId;
    report(another ? 'DEPT_AMBIGUOUS' : 'DEPT_UNKNOWN');
    return null;
  }
}
