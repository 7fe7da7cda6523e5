import { englishOf, type ExportTitle } from '../../shared/exports/titles.ts';
import { amongNames } from '../../shared/import/import-file.ts';

/** Columns of the file, the first two required. */
const IMPORT_COLUMNS = [
  'userName',
  'nickName',
  'email',
  'phone',
  'department',
  'posts',
  'roles',
  'enabled',
  'remark',
] as const;

export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

/** Titles that an export has, so that it can be imported. */
const TITLES: Partial<Record<ExportTitle, ImportColumn>> = {
  'User name': 'userName',
  Name: 'nickName',
  Email: 'email',
  Phone: 'phone',
  Department: 'department',
  Posts: 'posts',
  Roles: 'roles',
  Enabled: 'enabled',
  Remark: 'remark',
};

/** Columns that an export has beside them. */
const ONLY_EXPORTED: ReadonlySet<ExportTitle | undefined> = new Set<ExportTitle>(['Last login', 'Created']);

const byName = amongNames(IMPORT_COLUMNS);

/** The column of a title: its own name, that of the form, or that of an export in any language. */
export function columnOf(title: string): ImportColumn | undefined {
  const english = englishOf(title);
  if (title === '姓名') return 'nickName';
  return byName(title) ?? (english && TITLES[english]);
}

export const isOnlyExported = (title: string): boolean => ONLY_EXPORTED.has(englishOf(title));
