import { expect, it } from 'vitest';
import { PlatformError } from '../../kernel/index.ts';
import { namingLoss } from './lost-connection.ts';

const config = {
  type: 'mysql',
  host: 'db',
  port: 3306,
  name: 'x',
  user: 'u',
  password: 'secret',
  poolSize: 2,
} as const;
const coded = (code: string, message: string): Error => Object.assign(new Error(message), { code });

it.each([
  coded('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:3306'),
  coded('PROTOCOL_CONNECTION_LOST', 'Connection lost: The server closed the connection.'),
  coded('57P01', 'terminating connection due to administrator command'),
  coded('08006', 'connection failure'),
  Object.assign(new Error("Can't add new command when connection is in closed state"), { fatal: true }),
  new Error('Connection terminated unexpectedly'),
  new Error('timeout exceeded when trying to connect'),
  new Error('timeout expired'),
  new Error('Client has encountered a connection error and is not queryable'),
])('recognizes a lost database by each driver error: %s', (gone) => {
  const named = namingLoss(config, 'statement', gone);
  expect(named).toMatchObject({ code: 'DATABASE_UNREACHABLE', status: 503, cause: gone });
  expect((named as Error).message).toMatch(/^The connection to MySQL db:3306\/x was lost: .*rolled back\.$/);
  expect(JSON.stringify(named)).not.toContain('secret');
});

it('passes other errors on', () => {
  const own = new PlatformError({ code: 'DEMO_FAILED', message: 'Connection terminated' });
  const others = [
    coded('23505', 'duplicate key'),
    coded('57014', 'Connection terminated'),
    new Error('the lock timeout exceeded'),
    new Error('It is not queryable yet'),
    new Error('No Connection terminated'),
  ];
  for (const error of [...others, new Error('no idea'), own, 'text', undefined]) {
    expect(namingLoss(config, 'statement', error)).toBe(error);
  }
});

it('reports an unknown outcome when the response to a commit was lost', () => {
  const lost = coded('ECONNRESET', 'read ECONNRESET');
  expect(namingLoss(config, 'commit', lost)).toMatchObject({
    message: expect.stringContaining('committed as a whole or not at all') as string,
    fix: expect.stringContaining('before you try again') as string,
  });
});

it('does not report a later rejected login as a missing server', () => {
  const refused = coded('ER_ACCESS_DENIED_ERROR', "Access denied for user 'u'");
  expect(namingLoss(config, 'connect', refused)).toMatchObject({
    code: 'DATABASE_LOGIN_REFUSED',
    status: 503,
  });
});
