import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigService } from '@platform/plugin-sdk/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE } from '../../data/index.ts';
import { describeHostDatabases } from '../../data/testing/databases.ts';
import { openHostDatabase } from '../../data/testing/open.ts';
import { APPLICATION_SERVICES } from '../../infra/index.ts';
import { loadConfig } from '../../kernel/index.ts';
import { startTestHost } from '../../system/testing/host.ts';
import { rotateKey } from './rotate-key.ts';

const SECRET = 'Quokka-55-marmalade';

let directory: string;
beforeAll(async () => void (directory = await mkdtemp(join(tmpdir(), 'rotate-key-'))));
afterAll(() => rm(directory, { recursive: true }));

const keyFile = (): string => join(directory, 'config/platform.secret-key');
const config = () =>
  loadConfig({ directories: [], env: {}, args: [`--platform.data-dir=${directory}`] }).config;
const rotate = (options = {}) => rotateKey(config(), options);

/** Starts a host on the directory, reads the secret with it, and stops it. */
async function readSecret(): Promise<string | undefined> {
  const host = await startTestHost({ directory });
  try {
    const settings = host.services.use(APPLICATION_SERVICES).find(ConfigService, 'vault') as ConfigService;
    return await settings.get('vault.password');
  } finally {
    await host.stop();
  }
}

it('replaces the key of a stopped platform, whose sessions end', async () => {
  const host = await startTestHost({ directory });
  const admin = await host.admin();
  for (let at = 0; at < 250; at += 1) {
    const configKey = at === 0 ? 'vault.password' : `vault.more${at}`;
    await admin('POST', '/system/config', {
      configKey,
      configValue: SECRET,
      configCategory: 'vault.private',
    });
  }
  await expect(rotate()).rejects.toMatchObject({ code: 'DATA_DIRECTORY_IN_USE' });
  await host.stop();
  const before = await readFile(keyFile(), 'utf8');
  expect(await rotate()).toEqual({ written: 250, unreadable: 0 });
  expect(await readFile(keyFile(), 'utf8')).not.toBe(before);
  const again = await startTestHost({ directory });
  const { rows } = await again.services.use(DATABASE).raw('select * from sys_session');
  await again.stop();
  expect(rows).toEqual([]);
  expect(await readSecret()).toBe(SECRET);
});

it('leaves a platform that works when it is interrupted, and is completed by the next', async () => {
  const before = await readFile(keyFile(), 'utf8');
  const stop = (line: string): void => {
    if (line.includes('encrypted again')) throw new Error('power cut');
  };
  await expect(rotate({ log: stop })).rejects.toThrow('power cut');
  expect(await readFile(keyFile(), 'utf8')).toBe(before);
  const next = await readFile(`${keyFile()}.next`, 'utf8');
  expect(await readSecret()).toBe(SECRET);
  const lines: string[] = [];
  expect(await rotate({ log: (line: string) => void lines.push(line) })).toEqual({
    written: 50,
    unreadable: 0,
  });
  expect(lines[0]).toBe('continuing an interrupted rotation');
  expect(await readFile(keyFile(), 'utf8')).toBe(next);
  await expect(readFile(`${keyFile()}.next`)).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await readSecret()).toBe(SECRET);
});

it('refuses to lose secrets after a restore without the key, and takes the earlier key', async () => {
  const earlier = join(directory, 'earlier-key');
  await copyFile(keyFile(), earlier);
  await rm(keyFile());
  await expect(readSecret()).rejects.toMatchObject({ code: 'SECRET_KEY_DIFFERS' });
  await expect(rotate()).rejects.toMatchObject({
    code: 'SECRETS_UNREADABLE',
    message: expect.stringMatching(/vault\.password.*245 more\. Nothing was changed/) as string,
  });
  await expect(readFile(`${keyFile()}.next`)).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(rotate({ oldKeyFiles: [join(directory, 'none')] })).rejects.toMatchObject({
    code: 'SECRET_KEY_MISSING',
  });
  await writeFile(join(directory, 'short'), 'guess');
  await expect(rotate({ oldKeyFiles: [join(directory, 'short')] })).rejects.toMatchObject({
    code: 'SECRET_KEY_UNUSABLE',
  });
  expect(await rotate({ oldKeyFiles: [earlier] })).toEqual({ written: 250, unreadable: 0 });
  expect(await readSecret()).toBe(SECRET);
});

it('keeps unreadable secrets as they are when it is told to; they can be entered again', async () => {
  await rm(keyFile());
  expect(await rotate({ keepUnreadable: true })).toEqual({ written: 0, unreadable: 250 });
  await expect(readSecret()).rejects.toMatchObject({ code: 'SECRET_UNREADABLE' });
  const host = await startTestHost({ directory });
  const admin = await host.admin();
  const { rows = [] } = (await admin('GET', '/system/config/list?configKey=vault.password')).body;
  await admin('PUT', '/system/config', { configId: rows[0]?.['configId'], configValue: 'entered again' });
  await host.stop();
  expect(await readSecret()).toBe('entered again');
});

it('refuses a database of no platform', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'rotate-empty-'));
  const { config: other } = loadConfig({ directories: [], env: {}, args: [`--platform.data-dir=${empty}`] });
  await expect(rotateKey(other)).rejects.toMatchObject({ code: 'DATABASE_NOT_MIGRATED' });
  await rm(empty, { recursive: true });
});

await describeHostDatabases('beside other hosts', ['sqlite', 'postgres'], ({ name, config: place, args }) => {
  it.skipIf(name === 'sqlite')('is refused while one of them runs, which it names', async () => {
    const own = await mkdtemp(join(tmpdir(), 'rotate-beside-'));
    const { config } = loadConfig({
      directories: [],
      env: {},
      args: [...args, `--platform.data-dir=${own}`],
    });
    const database = await openHostDatabase(place);
    const now = new Date().toISOString();
    await database.query
      .insertInto('sys_node')
      .values({
        ...{ node_id: 'other', host_id: 'other', machine: 'box-2', pid: 7, host_version: '1.0.0' },
        ...{ desired_format: 1, pool_size: 1, trusted_key_ids: '[]', address: 'http://box-2:8080' },
        ...{ heartbeat_at: now, started_at: now, clock_offset_ms: 0, draining: false },
        ...{ memory_bytes: 1, heap_bytes: 1, loop_delay_us: 1, cpu_percent: 1 },
      })
      .execute();
    await expect(rotateKey(config)).rejects.toMatchObject({
      code: 'HOSTS_RUNNING',
      message: expect.stringContaining('box-2 http://box-2:8080') as string,
    });
    await database.query.deleteFrom('sys_node').execute();
    expect(await rotateKey(config)).toMatchObject({ written: 0 });
    await database.close();
    await rm(own, { recursive: true });
  });
});
