import type { HostSchema } from '../../data/index.ts';

type Table = keyof HostSchema;

/** Rows of one table that belong to a record. */
interface Rows {
  readonly table: Table;
  /** Column that holds the record's identifier. */
  readonly by: string;
}

/** Another row that has to be there still. */
export interface Reference {
  readonly from: Table;
  readonly column: string;
  readonly to: Table;
  readonly key: string;
  /** Found in any tenant: what refers belongs to all of them. */
  readonly anyTenant?: true;
}

export interface UndoKind {
  /** First that of the record itself. */
  readonly rows: readonly [Rows, ...Rows[]];
  readonly needs: readonly Reference[];
}

const needs = (from: Table, column: string, to: Table, key = column): Reference => ({
  from,
  column,
  to,
  key,
});

/** Records that can be put back, with the rows that go with them. (decision 0426) */
export const UNDO_KINDS = {
  user: {
    rows: [
      { table: 'sys_user', by: 'user_id' },
      { table: 'sys_user_role', by: 'user_id' },
      { table: 'sys_user_post', by: 'user_id' },
      { table: 'sys_user_factor', by: 'user_id' },
      { table: 'sys_recovery_code', by: 'user_id' },
      { table: 'sys_user_identity', by: 'user_id' },
      { table: 'sys_password_history', by: 'user_id' },
    ],
    needs: [
      needs('sys_user', 'dept_id', 'sys_dept'),
      needs('sys_user_role', 'role_id', 'sys_role'),
      needs('sys_user_post', 'post_id', 'sys_post'),
    ],
  },
  role: {
    rows: [
      { table: 'sys_role', by: 'role_id' },
      { table: 'sys_role_menu', by: 'role_id' },
      { table: 'sys_role_dept', by: 'role_id' },
    ],
    needs: [needs('sys_role_menu', 'menu_id', 'sys_menu'), needs('sys_role_dept', 'dept_id', 'sys_dept')],
  },
  menu: {
    rows: [
      { table: 'sys_menu', by: 'menu_id' },
      { table: 'sys_role_menu', by: 'menu_id' },
    ],
    needs: [
      needs('sys_menu', 'parent_id', 'sys_menu', 'menu_id'),
      { ...needs('sys_role_menu', 'role_id', 'sys_role'), anyTenant: true },
    ],
  },
  department: {
    rows: [
      { table: 'sys_dept', by: 'dept_id' },
      { table: 'sys_role_dept', by: 'dept_id' },
    ],
    needs: [
      needs('sys_dept', 'parent_id', 'sys_dept', 'dept_id'),
      needs('sys_role_dept', 'role_id', 'sys_role'),
    ],
  },
  post: { rows: [{ table: 'sys_post', by: 'post_id' }], needs: [] },
  dictionary: { rows: [{ table: 'sys_dict_type', by: 'dict_id' }], needs: [] },
  entry: {
    rows: [{ table: 'sys_dict_data', by: 'dict_code' }],
    needs: [needs('sys_dict_data', 'dict_type', 'sys_dict_type')],
  },
  setting: { rows: [{ table: 'sys_config', by: 'config_id' }], needs: [] },
  notice: { rows: [{ table: 'sys_notice', by: 'notice_id' }], needs: [] },
  message: { rows: [{ table: 'sys_user_notice', by: 'notice_id' }], needs: [] },
  storage: { rows: [{ table: 'sys_oss_config', by: 'oss_config_id' }], needs: [] },
} as const satisfies Readonly<Record<string, UndoKind>>;

export type UndoKindName = keyof typeof UNDO_KINDS;

export const undoKind = (name: string): UndoKind | undefined =>
  Object.hasOwn(UNDO_KINDS, name) ? UNDO_KINDS[name as UndoKindName] : undefined;
