/** Columns of the file, the first two required. */
export const IMPORT_COLUMNS = [
  'userName',
  'nickName',
  'email',
  'phone',
  'department',
  'posts',
  'roles',
  'remark',
] as const;

export type ImportColumn = (typeof IMPORT_COLUMNS)[number];
