import type { ImportResult } from '../api/records.ts';

/** Columns of a file of users. */
export const IMPORT_COLUMNS = [
  ...['userName', 'nickName', 'email', 'phone', 'department', 'posts', 'roles', 'remark'],
];

/** The generated passwords, as they are passed on: once. */
export function passwordFile(users: ImportResult['users']): string {
  const cell = (text: string) =>
    /[",\r\n]/.test(text) || /^[=+\-@]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const lines = users.map(({ userName, password }) => `${cell(userName)},${cell(password)}`);
  return `\uFEFFuserName,password\r\n${lines.join('\r\n')}\r\n`;
}
