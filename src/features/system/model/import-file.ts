import type { ImportResult } from '../api/records.ts';

const COLUMNS = ['userName', 'nickName', 'email', 'phone', 'department', 'posts', 'roles', 'remark'];

/** A file with the columns of an import, to be filled in. */
export const importTemplate = (): string => `\uFEFF${COLUMNS.join(',')}\r\n`;

/** The generated passwords, as they are passed on: once. */
export function passwordFile(users: ImportResult['users']): string {
  const cell = (text: string) =>
    /[",\r\n]/.test(text) || /^[=+\-@]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const lines = users.map(({ userName, password }) => `${cell(userName)},${cell(password)}`);
  return `\uFEFFuserName,password\r\n${lines.join('\r\n')}\r\n`;
}

/** Has the browser save a text as a file. */
export function saveText(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
