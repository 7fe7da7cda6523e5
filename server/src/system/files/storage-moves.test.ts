import { readdir, rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StorageMove } from '@platform/host-api';
import { DATABASE } from '../../data/index.ts';
import { requestContext } from '../../kernel/index.ts';
import { dataOf, startTestHost, type Client, type TestHost } from '../testing/host.ts';

const DAY_MS = 24 * 3_600_000;

let host: TestHost;
let admin: Client;
const ids = new Map<string, number>();
const storages = ['local', 'attic'] as const;
beforeAll(async () => {
  host = await startTestHost();
  admin = await host.admin();
  await admin('POST', '/system/ossConfig', { configKey: 'attic', storageType: 'local', prefix: 'attic/' });
  const { rows = [] } = (await admin('GET', '/system/ossConfig/list')).body;
  for (const row of rows) ids.set(String(row['configKey']), Number(row['ossConfigId']));
  await admin('PUT', `/system/ossConfig/${ids.get('local')}/status`, { status: 1 });
});
afterAll(() => host.stop());

async function upload(name: string, query = ''): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob([`content of ${name}`], { type: 'text/plain' }), name);
  return dataOf<{ ossId: number }>(await admin('POST', `/system/oss${query}`, form)).ossId;
}

const moves = async () => dataOf<StorageMove[]>(await admin('GET', '/system/ossConfig/moves'));
const latest = async () => (await moves())[0];
const move = (from: string, to: string) => admin('POST', `/system/ossConfig/${ids.get(from)}/move`, { to });
const contentOf = async (ossId: number) => (await admin('GET', `/resource/oss/${ossId}/content`)).text;
const storageOf = async (ossId: number) =>
  dataOf<{ storage: string }>(await admin('GET', `/system/oss/${ossId}`)).storage;
/** Names of the stored files of a storage. */
async function filesOf(storage: (typeof storages)[number]): Promise<string[]> {
  const all = await Promise.all(
    ['files', 'upload'].map((folder) =>
      readdir(`${host.directory}/${folder}`, { recursive: true }).catch(() => []),
    ),
  );
  const files = all.flat().filter((name) => name.endsWith('.txt'));
  return files.filter((name) => name.startsWith('attic/') === (storage === 'attic'));
}

it('moves private and public files, keeps the old copies for a day, and then removes them', async () => {
  const files = [await upload('a.txt'), await upload('b.txt', '?visibility=public')];
  expect((await move('local', 'local')).body.error).toBe('STORAGE_MOVE_REFUSED');
  expect((await move('local', 'nowhere')).status).toBe(404);
  expect((await move('local', 'attic')).status).toBe(200);
  await expect.poll(latest).toMatchObject({ state: 'done', total: 2, moved: 2, failed: 0 });
  for (const ossId of files) expect(await storageOf(ossId)).toBe('attic');
  expect(await Promise.all(files.map(contentOf))).toEqual(['content of a.txt', 'content of b.txt']);
  expect([(await filesOf('local')).length, (await filesOf('attic')).length]).toEqual([2, 2]);
  expect((await admin('DELETE', `/system/ossConfig/${ids.get('local')}`)).body.error).toBe('STORAGE_IN_USE');

  host.clock.advance(DAY_MS + 1);
  admin = await host.admin();
  expect((await move('local', 'attic')).status).toBe(200);
  await expect.poll(async () => (await filesOf('local')).length).toBe(0);
  expect(await Promise.all(files.map(contentOf))).toEqual(['content of a.txt', 'content of b.txt']);
});

it('goes on after a file that is lost, says so, and moves the rest when it is tried again', async () => {
  await expect.poll(latest).toMatchObject({ state: 'done' });
  const [lost, kept] = [await upload('lost.txt'), await upload('kept.txt')];
  const files = await filesOf('local');
  expect(files).toHaveLength(2);
  const key = await keyOf(lost);
  await rm(`${host.directory}/files/${key}`);
  await move('local', 'attic');
  await expect.poll(latest).toMatchObject({ state: 'failed', moved: 1, failed: 1 });
  expect((await latest())?.error).toContain(key);
  expect([await storageOf(lost), await storageOf(kept)]).toEqual(['local', 'attic']);

  await admin('DELETE', `/system/oss/${lost}`);
  const { moveId } = (await latest()) ?? {};
  expect((await admin('PUT', `/system/ossConfig/moves/${moveId}`, { action: 'resume' })).status).toBe(200);
  await expect.poll(latest).toMatchObject({ state: 'done', failed: 0, error: null });
});

it('goes on with what another host has left, and leaves alone what has been ended', async () => {
  const file = await upload('left.txt');
  const { query } = host.services.use(DATABASE);
  const left = (moveId: number, state: 'running' | 'canceled') =>
    requestContext.runIgnoringTenant(() =>
      query
        .insertInto('sys_oss_move')
        .values({
          move_id: moveId,
          from_storage: 'local',
          to_storage: 'attic',
          state,
          total: 1,
          moved: 0,
          failed: 0,
          owner: 'a host that is gone',
          update_time: new Date(host.clock.now() - DAY_MS).toISOString(),
        })
        .execute(),
    );
  await left(1, 'canceled');
  await left(2, 'running');
  expect((await move('attic', 'local')).body.error).toBe('STORAGE_MOVE_REFUSED');
  // Both are found, whichever way the work begins.
  await admin('PUT', '/system/ossConfig/moves/2', { action: 'cancel' });
  await admin('PUT', '/system/ossConfig/moves/2', { action: 'resume' });
  await expect
    .poll(async () => (await moves()).find(({ moveId }) => moveId === 2))
    .toMatchObject({ state: 'done', moved: 1 });
  expect(await storageOf(file)).toBe('attic');
  expect((await moves()).find(({ moveId }) => moveId === 1)).toMatchObject({ state: 'canceled', moved: 0 });
});

async function keyOf(ossId: number): Promise<string> {
  const { query } = host.services.use(DATABASE);
  const row = await requestContext.runIgnoringTenant(() =>
    query.selectFrom('sys_oss').where('oss_id', '=', ossId).select('object_key').executeTakeFirstOrThrow(),
  );
  return row.object_key;
}
