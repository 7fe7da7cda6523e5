import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Refusal, startFakeHost } from './testing/fake-host.ts';

let host: Awaited<ReturnType<typeof startFakeHost>>;
beforeEach(async () => {
  host = await startFakeHost();
  host.answers['POST /auth/login'] = { token: 'fresh' };
});
afterEach(() => host.stop());

const words = () => ['login', '--url', host.url, '--user', 'admin'];

it('remembers the token of a login, and tells where it is', async () => {
  const env = { PLATFORM_PASSWORD: 'secret' };
  expect(await host.runWith({ env }, ...words(), '--tenant', '000001')).toEqual({
    ...{ exit: 0, err: '', out: `Logged in at ${host.url} as admin.` },
  });
  expect(host.bodies['POST /auth/login']).toEqual({
    ...{ username: 'admin', password: 'secret', tenantId: '000001' },
  });
  expect(host.session.tokenFor(host.url)).toBe('fresh');
});

it('reads the password from a file without its last line break', async () => {
  const file = join(host.home, 'password');
  writeFileSync(file, 'secret \r\n');
  await host.run(...words(), '--password-file', file);
  expect(host.bodies['POST /auth/login']).toMatchObject({ password: 'secret ' });
});

it('asks for the password where none is given, and for nothing else', async () => {
  expect((await host.runWith({ typed: ['typed'] }, ...words())).exit).toBe(0);
  expect(host.questions).toEqual(['Password of admin: ']);
  expect(host.bodies['POST /auth/login']).toMatchObject({ password: 'typed' });
});

it.each([
  ['PASSWORD_MISSING', []],
  ['PASSWORD_FILE_UNREADABLE', ['--password-file', '/nowhere/password']],
])('ends with 2 and sends nothing without a password: %s', async (code, more) => {
  const { exit, err } = await host.run(...words(), ...more);
  expect(exit).toBe(2);
  expect(err).toContain(code);
  expect(host.requests).toEqual([]);
});

it.each([
  ['of the environment', { PLATFORM_CODE: '123456' }, []],
  ['from the terminal', {}, ['123456']],
])('sends the code of a second factor %s with the ticket of the first', async (_from, more, typed) => {
  host.answers['POST /auth/login'] = { next: 'totp', ticket: 'half' };
  host.answers['POST /auth/login/totp'] = { token: 'whole' };
  const env = { PLATFORM_PASSWORD: 'secret', ...more };
  expect((await host.runWith({ env, typed }, ...words())).exit).toBe(0);
  expect(host.bodies['POST /auth/login/totp']).toEqual({ ticket: 'half', code: '123456' });
  expect(host.session.tokenFor(host.url)).toBe('whole');
});

it.each([
  ['totp', 'CODE_MISSING', 2],
  ['enrol', 'SECOND_FACTOR_TO_SET_UP', 3],
])('keeps no token where the second step %s cannot be taken', async (next, code, exit) => {
  host.answers['POST /auth/login'] = { next, ticket: 'half' };
  const result = await host.runWith({ env: { PLATFORM_PASSWORD: 'secret' } }, ...words());
  expect(result).toMatchObject({ exit, err: expect.stringContaining(code) as string });
  expect(host.session.tokenFor(host.url)).toBeUndefined();
});

it('keeps the former token where the host refuses the login', async () => {
  host.login();
  host.answers['POST /auth/login'] = new Refusal('LOGIN_FAILED', 'Wrong name or password.');
  expect((await host.runWith({ env: { PLATFORM_PASSWORD: 'x' } }, ...words())).exit).toBe(3);
  expect(host.session.tokenFor(host.url)).toBe('t');
});

it('ends the session at the host on logout, and says when there was none', async () => {
  host.login();
  expect((await host.run('logout', '--url', host.url)).out).toBe(`Logged out at ${host.url}.`);
  expect(host.requests).toEqual(['POST /auth/logout']);
  expect((await host.run('logout', '--url', host.url)).out).toContain('Nobody was logged in');
  expect(host.requests).toHaveLength(1);
});
