import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ActivePlugins, parseActivePlugins } from './active-plugins.ts';
import { findEffectiveJars } from './effective-jars.ts';
import { parseJarName } from './jar-name.ts';

const run = promisify(execFile);
const cli = fileURLToPath(new URL('../../cli/plugins-prune.ts', import.meta.url));
const jar = (code: string, version: string): string => `platform-${code}-plugin-${version}.jar`;

describe('active-plugins.txt', () => {
  let directory: string;
  let activePlugins: ActivePlugins;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'platform-active-'));
    activePlugins = new ActivePlugins(directory);
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));
  const place = (...names: string[]) =>
    Promise.all(names.map((name) => writeFile(join(directory, name), '')));

  it('spec: active-plugins.txt, has one line per application, also after concurrent changes', async () => {
    const codes = Array.from({ length: 20 }, (_, index) => `app-${index}`);
    await Promise.all(codes.map((code) => activePlugins.set(code, jar(code, '1.0.0'))));
    await Promise.all([activePlugins.remove('app-3'), activePlugins.set('app-4', jar('app-4', '1.1.0'))]);
    const text = await readFile(join(directory, 'active-plugins.txt'), 'utf8');
    expect(text).toContain('\napp-4=platform-app-4-plugin-1.1.0.jar\n');
    expect((await activePlugins.read()).size).toBe(19);
    expect(await readdir(directory)).toEqual(['active-plugins.txt']);
  });

  it('is changed also after a change that failed', async () => {
    const locks = [Promise.reject(new Error('locked')), Promise.resolve()];
    const locked = new ActivePlugins(directory, undefined, async (work) => {
      await locks.shift();
      return work();
    });
    const changes = [locked.set('first', 'a.jar'), locked.set('second', 'b.jar')];
    expect((await Promise.allSettled(changes)).map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
    ]);
    expect([...(await locked.read()).keys()]).toEqual(['second']);
  });

  it('refuses a line without a jar, or with one elsewhere', async () => {
    for (const line of ['hello', 'hello=', '=x.jar', 'hello=../x.jar', String.raw`hello=a\x.jar`]) {
      await writeFile(join(directory, 'active-plugins.txt'), `ok=x.jar\n${line}`);
      await expect(activePlugins.read()).rejects.toMatchObject({
        code: 'ACTIVE_PLUGINS_INVALID',
        message: expect.stringContaining('Line 2') as string,
      });
    }
    const { entries } = parseActivePlugins('# comment\r\n\r\n a-b = x.jar \r\n');
    expect([...entries]).toEqual([['a-b', 'x.jar']]);
  });

  it('findings: security 18: names a bad line, keeps it, and loads the others', async () => {
    const problems: string[] = [];
    const ofHost = new ActivePlugins(directory, ({ message }) => void problems.push(message));
    await writeFile(join(directory, 'active-plugins.txt'), 'hello = ../x.jar\nmember=m.jar\n\u0000\n');
    expect([...(await ofHost.read())]).toEqual([['member', 'm.jar']]);
    expect(problems).toEqual([
      'Line 1 of active-plugins.txt is not appCode=jarFileName: hello = ../x.jar',
      'Line 3 of active-plugins.txt is not appCode=jarFileName: \u0000',
    ]);
    await ofHost.set('mall', 'l.jar');
    expect(await readFile(join(directory, 'active-plugins.txt'), 'utf8')).toContain('\nhello = ../x.jar\n');
  });

  it('spec: V5; Limits/active jars per application: older jars are stale while the file names another', async () => {
    await place(
      jar('hello', '1.0.0'),
      jar('hello', '1.1.0'),
      jar('member', '2.0.0'),
      'notes.txt',
      'other.jar',
    );
    await activePlugins.set('hello', jar('hello', '1.0.0'));
    const { effective, stale } = await findEffectiveJars(activePlugins);
    expect([...effective]).toEqual([['hello', jar('hello', '1.0.0')]]);
    expect(stale).toEqual([jar('hello', '1.1.0'), jar('member', '2.0.0')]);
  });

  it('missing or empty: the highest version of each application is used', async () => {
    await place(jar('hello', '1.9.0'), jar('hello', '1.10.0'), jar('site-visit', '1.0.0'));
    await mkdir(join(directory, 'migrations'));
    await writeFile(join(directory, 'migrations', jar('below', '1.0.0')), '');
    for (const content of [undefined, '', '# nothing\n']) {
      if (content !== undefined) await writeFile(join(directory, 'active-plugins.txt'), content);
      const { effective, stale } = await findEffectiveJars(activePlugins);
      expect(Object.fromEntries(effective)).toEqual({
        hello: jar('hello', '1.10.0'),
        'site-visit': jar('site-visit', '1.0.0'),
      });
      expect(stale).toEqual([jar('hello', '1.9.0')]);
    }
  });

  it('spec: V5, the prune command requires the directory and removes stale jars', async () => {
    await place(jar('hello', '1.0.0'), jar('hello', '1.1.0'), 'notes.txt');
    await expect(run(process.execPath, [cli])).rejects.toMatchObject({ code: 1 });
    await expect(run(process.execPath, [cli, '--plugin-dir', join(directory, 'no')])).rejects.toMatchObject({
      code: 1,
    });
    const dry = await run(process.execPath, [cli, '--plugin-dir', directory, '--dry-run']);
    expect(dry.stdout).toContain(`stale    ${jar('hello', '1.0.0')}`);
    expect(await readdir(directory)).toHaveLength(3);
    await run(process.execPath, [cli, '--plugin-dir', directory]);
    expect((await readdir(directory)).sort()).toEqual(['notes.txt', jar('hello', '1.1.0')]);
  });
});

describe('jar names', () => {
  it('spec: V1, give code and version, also for codes that contain "plugin"', () => {
    const code = fc.stringMatching(/^[a-z][a-z0-9-]{1,20}$/);
    const version = fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99)).map((parts) => parts.join('.'));
    fc.assert(
      fc.property(code, version, (appCode, wanted) => {
        expect(parseJarName(jar(appCode, wanted))).toEqual({ appCode, version: wanted });
      }),
    );
    expect(parseJarName('platform-a-plugin-plugin-1.0.0.jar')).toEqual({
      appCode: 'a-plugin',
      version: '1.0.0',
    });
    expect(parseJarName('platform-hello-plugin-1.0.jar')).toBeUndefined();
  });
});
