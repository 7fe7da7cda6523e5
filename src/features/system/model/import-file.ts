import type { ImportResult } from '../api/records.ts';

/** Columns of a file of users. */
export const IMPORT_COLUMNS = [
  ...['userName', 'nickName', 'email', 'phone', 'department', 'posts', 'roles', 'enabled', 'remark'],
];

/** Columns whose values are not plain texts. */
export const HINTED_COLUMNS = ['department', 'posts', 'roles', 'enabled'] as const;

/** The generated passwords, as they are passed on: once. */
export function passwordFile(users: ImportResult['users']): string {
  const cell = (text: string) =>
    /[",\r\n]/.test(text) || /^[=+\-@]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const lines = users.map(({ userName, password }) => `${cell(userName)},${cell(password)}`);
  return `\uFEFFuserName,password\r\n${lines.join('\r\n')}\r\n`;
}
