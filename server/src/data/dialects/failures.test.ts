import { expect, it } from 'vitest';
import { permanentFailure } from './failures.ts';

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
