import { isLongRun } from '@platform/package-format/testing';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runPlatform } from '@platform/cli';
import { TestPlatform } from './support/platform.ts';
import { repack } from './support/repack.ts';
import { Samples } from './support/samples.ts';

let platform: TestPlatform;
let samples: Samples;
let home: string;
beforeAll(async () => {
  samples = await Samples.build();
  platform = await TestPlatform.start();
  home = mkdtempSync(join(tmpdir(), 'platform-home-'));
});
afterAll(async () => {
  await platform.remove();
  samples.remove();
  rmSync(home, { recursive: true });
});

interface Run {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
  /** The output of a run with `--json`. */
  readonly json: Record<string, unknown>;
}

async function run(
  args: readonly string[],
  answers: string[] = [],
  env = {},
  signal = new AbortController().signal,
): Promise<Run> {
  const out: string[] = [];
  const err: string[] = [];
  const exitCode = await runPlatform(args, {
    env: { PLATFORM_HOME: home, PLATFORM_URL: platform.apiUrl, ...env },
    ask: () => Promise.resolve(answers.shift()),
    signal,
    out: (text) => void out.push(stripVTControlCharacters(text)),
    err: (text) => void err.push(stripVTControlCharacters(text)),
  });
  const text = out.join('\n');
  return {
    exitCode,
    out: text,
    err: err.join('\n'),
    json: args.includes('--json') ? (JSON.parse(text) as Record<string, unknown>) : {},
  };
}

test('requires a login before any request: exit 3', async () => {
  expect(await run(['list'])).toMatchObject({
    exitCode: 3,
    err: expect.stringContaining('NOT_LOGGED_IN') as string,
  });
});

test('rejects a wrong password and stores nothing: exit 3', async () => {
  expect((await run(['login', '--user', 'admin'], ['wrong-password'])).exitCode).toBe(3);
  expect((await run(['list'])).exitCode).toBe(3);
});

test('stores the token for its owner and its address only', async () => {
  const file = join(home, 'password');
  writeFileSync(file, `${TestPlatform.password}\n`);
  const login = await run(['login', '--user', 'admin', '--password-file', file, '--json']);
  expect(login).toMatchObject({ exitCode: 0, json: { user: 'admin', url: platform.apiUrl } });
  expect(statSync(join(home, 'session.json')).mode & 0o777).toBe(0o600);
  expect((await run(['list', '--url', 'http://127.0.0.1:9'])).exitCode).toBe(3);
});

test('design 10.5: lists the hosts, takes one out of service and returns it', async () => {
  const { out, exitCode } = await run(['hosts']);
  expect([exitCode, out]).toEqual([0, expect.stringMatching(/live +\S+Z +\d+ % +\d+ MiB +\d+ ms +-/)]);
  const [id = ''] = /^[\da-f]{8}/m.exec(out) ?? [];
  expect((await run(['hosts', 'drain', id])).exitCode).toBe(0);
  expect((await run(['hosts'])).out).toContain('draining');
  expect((await run(['hosts', 'return', id])).out).toContain('back in service');
  expect(await run(['hosts', 'drain', 'nobody'])).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('HOST_UNKNOWN') as string,
  });
});

test('reports an address that does not respond: exit 4', async () => {
  const env = { PLATFORM_TOKEN: 'x' };
  const { exitCode, json } = await run(['list', '--url', 'http://127.0.0.1:9', '--json'], [], env);
  expect([exitCode, json['error']]).toEqual([4, 'HOST_UNREACHABLE']);
});

test('reports an address that is not a host: exit 4', async () => {
  const env = { PLATFORM_TOKEN: 'x' };
  expect((await run(['list', '--url', platform.frontendUrl], [], env)).exitCode).toBe(4);
});

test('reports wrong usage with the options: exit 2', async () => {
  for (const args of [
    ['instal', 'hello'],
    ['install'],
    ['plan', 'remove', 'hello'],
    ['upload', 'missing.zip'],
    ['login'],
  ]) {
    expect((await run(args)).exitCode, args.join(' ')).toBe(2);
  }
  expect((await run(['instal', 'hello'])).err).toContain('install');
});

test('publishes and installs in one command of a pipeline', async () => {
  const { json } = await run(['publish', samples.hello, '--notes', 'First', '--install', '--json']);
  expect(json).toMatchObject({
    appCode: 'hello',
    version: '1.0.0',
    listed: true,
    task: { kind: 'install', status: 'succeeded' },
  });
  expect((await platform.get(`${platform.apiUrl}/open/hello/greet`)).status).toBe(200);
  expect((await run(['list'])).out).toMatch(/hello +\S+ +1\.0\.0 +1\.0\.0/);
});

test.runIf(isLongRun)('goes on where an earlier publication of the same package ended', async () => {
  const { versionId, appId } = (await run(['publish', samples.hello, '--json'])).json;
  await platform.api.post(`/app/console/${String(appId)}/status?status=0`);
  expect((await run(['publish', samples.hello, '--json'])).json).toMatchObject({ versionId, listed: true });
  expect((await run(['list'])).out).toMatch(/hello +\S+ +1\.0\.0 +1\.0\.0/);
});

test('refuses another package of the same version with its code: exit 1', async () => {
  const other = await repack(samples.hello, home, 'hello-1.0.0.zip', {
    before: (files) => files.set('frontend/again.js', Buffer.from('export {};')),
  });
  const { exitCode, json } = await run(['publish', other, '--json']);
  expect([exitCode, json['error']]).toEqual([1, 'VERSION_EXISTS']);
});

test('refuses an invalid package with its findings, each once with its fix', async () => {
  const file = await repack(samples.hello, home, 'hello-1.0.0.zip', {
    after: (files) => {
      files.set('run.sh', Buffer.from('#!/bin/sh'));
      files.delete('signature.txt');
    },
  });
  const { exitCode, json } = await run(['upload', file, '--json']);
  expect(exitCode).toBe(1);
  const findings = json['details'] as Array<{ message: string; fix: string }>;
  expect(findings.length).toBeGreaterThan(1);
  const { err } = await run(['upload', file]);
  expect(err).toContain(`The package is refused with ${findings.length} findings:`);
  for (const { message, fix } of findings) {
    expect(err.split(message)).toHaveLength(2);
    expect(err).toContain(fix);
  }
});

test('prints a single finding once', async () => {
  const file = await repack(samples.hello, home, 'hello-1.0.0.zip', {
    after: (files) => void files.delete('signature.txt'),
  });
  const lines = (await run(['upload', file])).err.split('\n');
  expect(lines).toEqual([
    expect.stringMatching(/^✗ PACKAGE_UNSIGNED {2}The package was refused: The package is unsigned/),
    expect.stringMatching(/^ {2}Package it without -NoSign/),
  ]);
});

test('plan, upgrade, tasks and rollback', async () => {
  expect((await run(['publish', samples.hello110])).out).toContain('Published hello 1.1.0');
  const planned = await run(['plan', 'upgrade', 'hello', '--json']);
  expect(planned.json).toMatchObject({ fromVersion: '1.0.0', toVersion: '1.1.0' });
  const upgraded = await run(['upgrade', 'hello']);
  expect(upgraded.out).toMatch(
    /Done: upgrade of hello 1\.1\.0\.\n.*loaded with \d+ components and \d+ routes/,
  );
  expect(upgraded.err).toContain('✓ switch');
  expect((await run(['rollback', 'hello'])).err).toContain('NOT_CONFIRMED');
  expect((await run(['rollback', 'hello'], ['yes'])).exitCode).toBe(0);
  expect((await run(['tasks', '--app', 'hello'])).out).toMatch(/rollback +hello +1\.0\.0 +succeeded/);
});

test('reports stage and reason of a version that fails to load, and keeps the old one: exit 1', async () => {
  await run(['publish', samples.helloBroken120]);
  const { exitCode, err } = await run(['upgrade', 'hello', '--version', '1.2.0']);
  expect(exitCode).toBe(1);
  expect(err).toMatch(/The upgrade of hello failed at \w+: /);
  expect((await run(['installed'])).out).toMatch(/hello +\S+ +1\.0\.0 .*enabled +loaded/);
});

test('filters the market and the tasks', async () => {
  const codes = async (...args: string[]) => {
    const offers = (await run(['list', ...args, '--json'])).json as unknown as Array<{ appCode: string }>;
    return offers.map(({ appCode }) => appCode);
  };
  expect(await codes('--search', 'HELL', '--show', 'installed')).toEqual(['hello']);
  expect(await codes('--show', 'available')).toEqual([]);
  expect((await run(['list', '--search', 'nothing like it'])).out).toBe('No application matches.');
  expect((await run(['list', '--show', 'all'])).exitCode).toBe(2);
  const tasks = await run(['tasks', '--status', 'failed', '--limit', '1', '--json']);
  expect(tasks.json).toMatchObject([{ kind: 'upgrade', version: '1.2.0' }]);
});

test('explains how to continue after Ctrl-C, while the operation continues: exit 130', async () => {
  const { exitCode, err } = await run(['disable', 'hello'], [], {}, AbortSignal.abort());
  expect(exitCode).toBe(130);
  const [, taskId = ''] = /continues on the host as task (\d+)/.exec(err) ?? [];
  expect((await run(['task', taskId])).out).toBe('Done: disable of hello 1.0.0.');
  expect((await run(['enable', 'hello'])).exitCode).toBe(0);
  expect((await run(['task', 'x'])).exitCode).toBe(2);
  expect(await run(['task', '1'])).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('TASK_NOT_FOUND') as string,
  });
});

test('readiness: exit 0 while everything is signed', async () => {
  expect((await run(['readiness'])).out).toMatch(/3 published versions checked: 3 signed/);
});

test('disable, enable; uninstall with data asks for the code, or requires --yes in scripts', async () => {
  expect((await run(['disable', 'hello'])).exitCode).toBe(0);
  expect((await run(['enable', 'hello'])).exitCode).toBe(0);
  const refused = await run(['uninstall', 'hello', '--drop-data'], ['yes']);
  expect(refused.exitCode).toBe(2);
  expect(refused.err).toMatch(/DROPS TABLES: hello_item/);
  expect((await run(['installed'])).out).toContain('hello');
  expect((await run(['uninstall', 'hello', '--drop-data', '--yes'])).exitCode).toBe(0);
  expect((await run(['installed'])).out).toContain('Nothing is installed');
  expect((await run(['upgrade', 'hello'])).err).toContain('NOT_INSTALLED');
});

test('reports a session that the host has ended: exit 3', async () => {
  const { exitCode, err } = await run(['list'], [], { PLATFORM_TOKEN: 'ended' });
  expect(exitCode).toBe(3);
  expect(err).toContain('npx platform login');
});

test('logout ends the session on the host', async () => {
  expect((await run(['logout'])).out).toBe(`Logged out at ${platform.apiUrl}.`);
  expect((await run(['list'])).exitCode).toBe(3);
});
