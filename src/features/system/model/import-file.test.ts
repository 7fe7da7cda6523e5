// @vitest-environment node
import { expect, it } from 'vitest';
import { passwordFile } from './import-file.ts';

it('passwords are a file that spreadsheets read', () => {
  const users = [
    { userName: 'ann', password: 'a,b"c' },
    { userName: 'bob', password: 'plain' },
  ];
  expect(passwordFile(users)).toBe('\uFEFFuserName,password\r\nann,"a,b""c"\r\nbob,plain\r\n');
});
