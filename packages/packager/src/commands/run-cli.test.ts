import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ZipArchive } from '@platform/package-format';
import { isLongRun } from '@platform/package-format/testing';
import { hostileArchive, oneOfEachCode, publicKey } from '@platform/package-format/corpus';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFixture, type Fixture } from '../testing/fixture.ts';
import { runCli } from './run-cli.ts';

let fixture: Fixture;
beforeEach(async () => {
  fixture = await createFixture({
    'package.json': { name: 'root' },
    'server/application.yml': 'app-market:\n  security:\n    public-key: []\n',
  });
});
afterEach(() => fixture.dispose());

const run = async (...args: string[]): Promise<{ exitCode: number; text: string }> => {
  const lines: string[] = [];
  const output = {
    line: (text: string) => void lines.push(text),
    error: (text: string) => void lines.push(text),
  };
  const exitCode = await runCli({ args, cwd: fixture.root, output });
  return { exitCode, text: stripVTControlCharacters(lines.join('\n')) };
};

const ZIP = 'dist-packages/site-visit-1.0.0.zip';
const at = (path: string): string => join(fixture.root, path);

test('-Plugin creates a missing key, packages, and prints the steps with durations', async () => {
  await fixture.write(
    'plugins/platform-site-visit/migrations/01-tables.sql',
    'CREATE TABLE IF NOT EXISTS site_visit_item (id BIGINT PRIMARY KEY);',
  );
  const { exitCode, text } = await run('-Plugin', 'platform-site-visit');
  expect(exitCode).toBe(0);
  expect(text).toMatch(/there was none: [0-9a-f]{16} in plugins\/keys/);
  expect(text).toMatch(
    /✔ backend +[\d.]+ m?s +platform-site-visit-plugin-1\.0\.0\.jar, 3 classes in 4 modules/,
  );
  expect(text).toMatch(/✔ check +[\d.]+ m?s +no findings/);
  expect(existsSync(at(ZIP))).toBe(true);
  expect((await stat(at('plugins/keys/private.pem'))).mode & 0o777).toBe(0o600);
});

test.each([
  ['dev', '--help'],
  ['dev', 'site-visit', '-h'],
  ['sign', '--help'],
  ['-Plugin', 'x', '--help'],
])('each command answers --help: %s %s', async (...args) => {
  const { exitCode, text } = await run(...args);
  expect([exitCode, text]).toEqual([0, expect.stringContaining('dev <code>…')]);
});

test('keys names the command of a repository without a host', async () => {
  await run('-Keygen');
  await rm(at('server'), { recursive: true });
  expect((await run('keys')).text).toContain('npm run platform -- keys trust plugins/keys/public.pem');
});

test('-Keygen refuses when private.pem exists', async () => {
  expect(await run('-Keygen')).toMatchObject({ exitCode: 0 });
  const before = await readFile(at('plugins/keys/private.pem'), 'utf8');
  const again = await run('-Keygen');
  expect([again.exitCode, again.text]).toEqual([2, expect.stringContaining('KEY_EXISTS')]);
  expect(await readFile(at('plugins/keys/private.pem'), 'utf8')).toBe(before);
});

test('-SyncPublicKey makes the host trust the key, as keys reports', async () => {
  await run('-Keygen');
  expect((await run('keys')).text).toContain('does not contain it');
  expect((await run('-SyncPublicKey')).text).toContain('Restart the host');
  expect((await run('keys')).text).toContain('server/application.yml trusts it');
  expect((await run('--sync-public-key')).text).toContain('already');
});

test('check, verify, sign, resign', async () => {
  await run('-Plugin', 'site-visit', '-NoSign');
  expect(await run('check', ZIP)).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining('PACKAGE_UNSIGNED') as string,
  });
  expect(await run('verify', ZIP)).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining('unsigned') as string,
  });
  expect(await run('check', '-NoSign', ZIP)).toMatchObject({ exitCode: 0 });
  expect(await run('sign', ZIP)).toMatchObject({ exitCode: 0 });
  expect(await run('check', ZIP)).toMatchObject({ exitCode: 0, text: 'site-visit 1.0.0: accepted, signed' });
  expect(await run('sign', ZIP)).toMatchObject({
    exitCode: 2,
    text: expect.stringContaining('PACKAGE_SIGNED') as string,
  });

  const before = await ZipArchive.open(await readFile(at(ZIP)));
  const other = await createFixture({ 'package.json': {} });
  await runCli({
    args: ['keygen'],
    cwd: other.root,
    output: { line: () => undefined, error: () => undefined },
  });
  expect(await run('resign', ZIP, '-SigningKey', join(other.root, 'plugins/keys/private.pem'))).toMatchObject(
    { exitCode: 0 },
  );
  expect(await run('verify', ZIP)).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining('unverifiable') as string,
  });
  expect(await run('verify', ZIP, '-PublicKey', join(other.root, 'plugins/keys/public.pem'))).toMatchObject({
    exitCode: 0,
  });
  await other.dispose();

  const after = await ZipArchive.open(await readFile(at(ZIP)));
  for (const { name } of before.entries.filter((entry) => entry.name !== 'signature.txt')) {
    expect((await after.readPacked(name)).equals(await before.readPacked(name))).toBe(true);
  }
  const info = JSON.parse(await readFile(at(ZIP.replace('.zip', '.package-info.json')), 'utf8')) as {
    packageSize: number;
  };
  expect(info.packageSize).toBe((await stat(at(ZIP))).size);
});

test('check reports the same for hostile packages as the host at upload (design 4.3)', async () => {
  await mkdir(at('corpus'));
  await writeFile(at('corpus/public.pem'), publicKey);
  // The checks are those of the upload, which tries all: in the short run, each sixth goes through.
  const packages = Object.values(oneOfEachCode())
    .flat()
    .filter((_, place) => isLongRun || place % 6 === 0);
  for (const one of packages) {
    const { bytes, fileName } = hostileArchive(one);
    await writeFile(at(`corpus/${fileName}`), bytes);
    const { exitCode, text } = await run('check', '-PublicKey', 'corpus/public.pem', `corpus/${fileName}`);
    expect([one.name, exitCode]).toEqual([one.name, 1]);
    expect(text).toContain(one.code);
  }
  expect(packages.length).toBeGreaterThan(isLongRun ? 60 : 10);
});

test('refuses an unknown option or plugin, a stray argument, a missing key or package', async () => {
  expect(await run('-Plugn', 'x')).toMatchObject({
    exitCode: 2,
    text: expect.stringContaining('Did you mean -Plugin?') as string,
  });
  expect((await run('-Plugin', 'nothing')).text).toContain('PLUGIN_MISSING');
  expect((await run('site-visit')).text).toContain('ARGUMENT_UNEXPECTED');
  expect((await run('-Plugin', 'site-visit', '-SigningKey', 'none.pem')).text).toContain(
    'SIGNING_KEY_MISSING',
  );
  expect((await run('check')).text).toContain('PACKAGE_MISSING');
  expect((await run('check', 'none.zip')).text).toContain('PACKAGE_MISSING');
});

test('help', async () => {
  expect(await run('--help')).toMatchObject({
    exitCode: 0,
    text: expect.stringContaining('-SkipFrontend') as string,
  });
  expect((await run()).exitCode).toBe(2);
});

test('findings: applications 12; check refuses a range that excludes the SDK', async () => {
  const write = (platform: string) =>
    fixture.write('plugins/platform-site-visit/app.json', {
      ...{ code: 'site-visit', name: 'Visits', version: '1.0.0', assets: {}, menus: [] },
      platform,
    });
  await write('>=1');
  await run('-Plugin', 'site-visit', '-NoSign');
  expect(await run('check', '-NoSign', ZIP)).toMatchObject({ exitCode: 0 });
  // Built with another SDK than the one that it is checked with.
  await fixture.write('node_modules/@platform/plugin-sdk/package.json', {
    ...{ name: '@platform/plugin-sdk', version: '0.9.0', type: 'module', exports: { './*': './*.ts' } },
  });
  const { exitCode, text } = await run('check', '-NoSign', ZIP);
  expect(exitCode).toBe(1);
  expect(text).toContain('PLATFORM_RANGE_UNMET');
  expect(text).toContain('>=1 excludes 0.9.0');
});
