import { expect, it } from 'vitest';
import { PlatformError } from '../../kernel/index.ts';
import { permanentFailure, reasonOf, unreachable } from './failures.ts';

const config = {
  host: '127.0.0.1',
  port: 3306,
  name: 'platform',
  user: 'platform',
  password: '',
  poolSize: 2,
};

it.each([
  ['mysql', 'ER_ACCESS_DENIED_ERROR'],
  ['mysql', 'ER_ACCESS_DENIED_NO_PASSWORD_ERROR'],
  ['mysql', 'ER_DBACCESS_DENIED_ERROR'],
  ['postgres', '28P01'],
  ['postgres', '28000'],
] as const)('takes %s %s for a refused login, which no wait mends', (type, code) => {
  const failure = permanentFailure({ ...config, type }, Object.assign(new Error('denied'), { code }));
  expect(failure).toMatchObject({ code: 'DATABASE_LOGIN_REFUSED', status: 503 });
});

it('takes a file that cannot be opened for unusable', () => {
  const failure = permanentFailure({ type: 'sqlite', file: '/gone/a.db' }, new Error('no such folder'));
  expect(failure).toMatchObject({
    code: 'DATABASE_FILE_UNUSABLE',
    message: expect.stringMatching(/\/gone\/a\.db.* cannot be opened: no such folder/) as string,
  });
});

it.each([
  ['mysql', 'ER_BAD_DB_ERROR'],
  ['postgres', '3D000'],
] as const)('takes %s %s for a database that is missing', (type, code) => {
  expect(permanentFailure({ ...config, type }, Object.assign(new Error('x'), { code }))).toMatchObject({
    code: 'DATABASE_MISSING',
    message: expect.stringContaining('has no database platform.') as string,
  });
});

it('waits where the server may still come', () => {
  const down = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  expect(permanentFailure({ ...config, type: 'mysql' }, down)).toBeUndefined();
  const lost = unreachable({ ...config, type: 'mysql' }, 1_499, down);
  expect(lost).toMatchObject({
    code: 'DATABASE_UNREACHABLE',
    message: expect.stringMatching(/ did not respond within 1 s: refused$/) as string,
    cause: down,
  });
  expect(permanentFailure({ ...config, type: 'mysql' }, lost)).toBeUndefined();
});

it('leaves an error of the platform as it is', () => {
  const own = new PlatformError({ code: 'CONFIG_INVALID', message: 'x' });
  expect(permanentFailure({ ...config, type: 'mysql' }, own)).toBe(own);
});

it.each([
  ["the driver's error behind one of the platform", 'driver', { platform: true, cause: new Error('driver') }],
  ['an error of the platform without a cause', 'outer', { platform: true, cause: undefined }],
  ['an error of the driver, whatever its cause', 'outer', { platform: false, cause: new Error('driver') }],
])('names %s', (_what, reason, { platform, cause }) => {
  const message = 'outer';
  expect(
    reasonOf(platform ? new PlatformError({ code: 'X', message, cause }) : new Error(message, { cause })),
  ).toBe(reason);
});
