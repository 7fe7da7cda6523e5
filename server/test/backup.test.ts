import { isLongRun } from '@platform/package-format/testing';
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { publishPackage } from '@platform/cli';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inRoot } from '../../scripts/lib/paths.ts';
import type { BackupFile } from '../src/cli/backup/manifest.ts';
import { restoreBackup } from '../src/cli/backup/restore-backup.ts';
import { takeBackup } from '../src/cli/backup/take-backup.ts';
import { verifyBackup } from '../src/cli/backup/verify-backup.ts';
import { loadConfig, type PlatformConfig } from '../src/kernel/index.ts';
import { TestPlatform } from './support/platform.ts';
import { Samples } from './support/samples.ts';

const exec = promisify(execFile);

interface Stored {
  readonly ossId: string;
}

/** Runs the command line; the answer is its output, or its code and message. */
async function platformCommand(...args: string[]): Promise<{ code: number; text: string }> {
  try {
    const { stdout } = await exec(process.execPath, [inRoot('scripts/platform.ts'), ...args]);
    return { code: 0, text: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, text: stdout + stderr };
  }
}

const configOf = (data: string, ...args: readonly string[]): PlatformConfig =>
  loadConfig({ directories: [], env: {}, args: [`--platform.data-dir=${data}`, ...args] }).config;

describe('design 11.6, 11.8-12: a backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backup-'));
  const backup = join(folder, 'backup');
  let samples: Samples;
  let platform: TestPlatform;
  beforeAll(async () => {
    samples = await Samples.build();
    platform = await TestPlatform.start([], join(folder, 'data'));
    await publishPackage(platform.api, samples.hello);
    await platform.api.post('/app/install', { appCode: 'hello' });
    await publishPackage(platform.api, samples.hello110);
  });
  afterAll(async () => {
    await platform.stop();
    samples.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const authorized = () => ({ authorization: `Bearer ${platform.token}` });
  async function store(name: string): Promise<string> {
    const form = new FormData();
    form.set('file', new Blob([`content of ${name}`]), `${name}.txt`);
    const url = `${platform.apiUrl}/resource/oss/upload`;
    const answer = await fetch(url, { method: 'POST', headers: authorized(), body: form });
    return ((await answer.json()) as { data: Stored }).data.ossId;
  }
  const read = (id: string, on = platform) =>
    fetch(`${on.apiUrl}/resource/oss/${id}/content`, { headers: { authorization: `Bearer ${on.token}` } });

  it('is taken under load, and restores to a host with every application at its version', async () => {
    const kept = await store('kept');
    let busy = true;
    let uploads = 0;
    const load = (async () => {
      while (busy) {
        const id = await store(`passing ${uploads}`);
        await platform.api.delete(`/system/oss/${id}`);
        await platform.api.post('/hello/item', { title: `Item ${(uploads += 1)}`, status: 'open' });
      }
    })();
    const taken = await platformCommand('backup', backup, '--data', platform.data);
    busy = false;
    await load;
    expect(taken).toMatchObject({ code: 0 });
    expect(taken.text).toContain('It contains the secret key of the platform');
    expect(uploads).toBeGreaterThan(0);
    expect(statSync(backup).mode & 0o777).toBe(0o700);
    expect(statSync(join(backup, 'database/platform.db')).mode & 0o777).toBe(0o600);
    expect((await platformCommand('verify', backup)).text).toMatch(/^✓ Complete: .* platform 1\.0\.0/);

    const data = join(folder, 'elsewhere');
    expect((await platformCommand('restore', backup, '--data', data)).text).toContain('1 installations');
    const restored = await TestPlatform.start([], data);
    try {
      expect(await restored.api.get('/app/install/list')).toMatchObject([
        { appCode: 'hello', version: '1.0.0', status: 1, backend: 'loaded' },
      ]);
      expect(await (await read(kept, restored)).text()).toBe('content of kept');
      expect((await restored.get(`${restored.frontendUrl}/remote-apps/hello/index.js`)).status).toBe(200);
      // A stored package is complete: another version is installed from it.
      const [{ installId } = { installId: 0 }] =
        await restored.api.get<Array<{ installId: number }>>('/app/install/list');
      await restored.api.post(`/app/install/${installId}/upgrade`, {});
      expect((await restored.get(`${restored.apiUrl}/hello/greet`, restored.token)).status).toBe(200);
      expect((await restored.get(`${restored.apiUrl}/hello/greet`, platform.token)).status).toBe(401);
    } finally {
      await restored.stop();
    }
  });

  it('is never written into what it copies, nor over another one', async () => {
    const config = configOf(platform.data);
    const inside = takeBackup(config, join(platform.data, 'files/mine'));
    await expect(inside).rejects.toMatchObject({ code: 'BACKUP_INSIDE_DATA' });
    await expect(takeBackup(config, backup)).rejects.toMatchObject({ code: 'FOLDER_NOT_EMPTY' });
    await verifyBackup(backup);
  });

  it('can leave the secret key out', async () => {
    const bare = join(folder, 'without-key');
    await takeBackup(configOf(platform.data), bare, { withoutKey: true });
    expect(existsSync(join(bare, 'config/platform.secret-key'))).toBe(false);
    expect(existsSync(join(backup, 'config/platform.secret-key'))).toBe(true);
  });

  it('has the files that settings name, and opens to a web server what that reads', async () => {
    const settings = ['--server.tls.cert=tls/own.pem', '--server.tls.key=/elsewhere/own.key'];
    mkdirSync(join(platform.data, 'tls'));
    writeFileSync(join(platform.data, 'tls/own.pem'), 'a certificate');
    const [named, data] = [join(folder, 'named-backup'), join(folder, 'named-data')];
    const lines: string[] = [];
    await takeBackup(configOf(platform.data, ...settings), named, { log: (line) => lines.push(line) });
    expect(lines).toContain('not included: /elsewhere/own.key, which lies outside of the data directory');
    await restoreBackup(configOf(data, ...settings), named);
    expect(readFileSync(join(data, 'tls/own.pem'), 'utf8')).toBe('a certificate');
    const mayEnter = (path: string): boolean => (statSync(join(data, path)).mode & 0o005) !== 0;
    expect(['remote-apps', 'remote-apps/hello', 'config', 'plugins-dist'].map(mayEnter)).toEqual([
      ...[true, true, false, false],
    ]);
  });

  it.runIf(isLongRun)(
    'design 11.6: is examined before an upgrade by the command doctor, beside the host and without it',
    async () => {
      const beside = await platformCommand('doctor', '--json', '--data', platform.data);
      expect(beside.code).toBe(1);
      const { findings } = JSON.parse(beside.text) as { findings: Array<{ check: string; state: string }> };
      expect(findings).toContainEqual(expect.objectContaining({ check: 'monitoring', state: 'default' }));
      expect(findings).toContainEqual(expect.objectContaining({ check: 'schema', state: 'ok' }));
      expect(findings).toContainEqual(expect.objectContaining({ check: 'storage', state: 'ok' }));
      const nothing = await platformCommand(
        'doctor',
        '--management.password=own-Password-7',
        '--data',
        join(folder, 'new'),
      );
      expect(nothing.text).toContain('There is no database yet');
      expect(existsSync(join(folder, 'new'))).toBe(false);
      expect(nothing).toMatchObject({
        code: 0,
        text: expect.stringMatching(/: 0 errors, \d warnings/) as string,
      });
    },
  );

  it.runIf(isLongRun)(
    'without the key needs it again for the stored secrets, or a rotation that reads them with it',
    async () => {
      const secret = { configKey: 'vault.key', configValue: 'Quokka-55', configCategory: 'vault.private' };
      await platform.api.post('/system/config', secret);
      const [bare, data] = [join(folder, 'secret-backup'), join(folder, 'secret-data')];
      await takeBackup(configOf(platform.data), bare, { withoutKey: true });
      await restoreBackup(configOf(data), bare);
      const refused = await platformCommand('rotate-key', '--data', data);
      expect(refused.code).toBe(1);
      expect(refused.text).toMatch(/vault\.key.*Nothing was changed/);
      expect(refused.text).toContain('--old-key=<file>');
      expect(refused.text).not.toContain('Quokka-55');
      const key = join(platform.data, 'config/platform.secret-key');
      const rotated = await platformCommand('rotate-key', `--old-key=${key}`, '--data', data);
      expect(rotated).toMatchObject({ code: 0, text: expect.stringContaining('1 secrets') as string });
      const again = await platformCommand('rotate-key', '--data', data);
      expect(again).toMatchObject({ code: 0, text: expect.stringContaining('1 secrets') as string });
    },
  );

  it('is not restored over a running host, nor over content unless that may be moved aside', async () => {
    const running = restoreBackup(configOf(platform.data), backup, { replace: true });
    await expect(running).rejects.toMatchObject({ code: 'DATA_DIRECTORY_IN_USE' });
    const config = configOf(join(folder, 'elsewhere'));
    await expect(restoreBackup(config, backup)).rejects.toMatchObject({ code: 'FOLDER_NOT_EMPTY' });
    const lines: string[] = [];
    await restoreBackup(config, backup, { replace: true, log: (line) => lines.push(line) });
    expect(lines.join('\n')).toMatch(/moved .*platform\.db to .*\.before-/);
  });

  it('puts objects that were published or made private meanwhile where their rows say', async () => {
    const at = join(folder, 'meanwhile');
    await exec('cp', ['-a', backup, at]);
    const { files } = await verifyBackup(at);
    const holds = ({ path }: BackupFile): boolean =>
      readFileSync(join(at, path), 'utf8') === 'content of kept';
    const kept = files.find((file) => file.path.startsWith('files/') && holds(file));
    if (!kept) throw new Error('It is a private file.');
    const place = (folderOf: string): string => kept.path.replace(/^files/, folderOf);
    // The row says private; the copies are what a dump would find that lasts while both change.
    mkdirSync(dirname(join(at, place('upload'))), { recursive: true });
    renameSync(join(at, kept.path), join(at, place('upload')));
    rewrite(at, `"path": "${kept.path}"`, `"path": "${place('upload')}"`);
    const data = join(folder, 'settled');
    const lines: string[] = [];
    await restoreBackup(configOf(data), at, { log: (line) => lines.push(line) });
    expect(readFileSync(join(data, place('files')), 'utf8')).toBe('content of kept');
    expect(existsSync(join(data, place('upload')))).toBe(false);
    expect(lines).toContain('objects: 1 moved, 1 removed that no row names');
  });

  it.each<[string, string, (backup: string) => void]>([
    [
      'a changed file',
      'has another content',
      (at) => writeFileSync(join(at, 'config/generated.yml'), flipped(at)),
    ],
    ['a missing file', 'is missing', (at) => rmSync(join(at, 'config/generated.yml'))],
    ['a file that is not listed', 'is not in manifest.json', (at) => writeFileSync(join(at, 'more'), '')],
    ['a link', 'is neither a file nor a folder', (at) => symlinkSync('/etc', join(at, 'link'))],
    ['no manifest', 'manifest.json cannot be read', (at) => rmSync(join(at, 'manifest.json'))],
    ['a path that leads out', 'manifest.json is not valid', (at) => rewrite(at, 'config/', '../config/')],
    [
      'a damaged manifest',
      'manifest.json is not JSON',
      (at) => writeFileSync(join(at, 'manifest.json'), '{'),
    ],
    ['a later schema', 'is unknown here', (at) => rewrite(at, '"schema": "0', '"schema": "9')],
  ])('is refused with %s, and nothing is written', async (_name, reason, change) => {
    const at = join(folder, 'changed');
    await exec('cp', ['-a', backup, at]);
    change(at);
    const target = join(folder, 'never');
    await expect(restoreBackup(configOf(target), at)).rejects.toThrow(reason);
    expect(existsSync(target)).toBe(false);
    rmSync(at, { recursive: true });
  });

  /** The first file of the configuration with one character changed. */
  function flipped(at: string): string {
    const text = readFileSync(join(at, 'config/generated.yml'), 'utf8');
    return `${text.slice(0, -2)}X${text.slice(-1)}`;
  }
  function rewrite(at: string, from: string, to: string): void {
    const file = join(at, 'manifest.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
  }
});
