// @vitest-environment node
import { expect, it } from 'vitest';
import { importTemplate, passwordFile } from './import-file.ts';

it('the template names the columns', () => {
  expect(importTemplate()).toMatch(/^\uFEFFuserName,nickName,.*\r\n$/);
});

it('passwords are a file that spreadsheets read', () => {
  const users = [
    { userName: 'ann', password: 'a,b"c' },
    { userName: 'bob', password: 'plain' },
  ];
  expect(passwordFile(users)).toBe('\uFEFFuserName,password\r\nann,"a,b""c"\r\nbob,plain\r\n');
});
