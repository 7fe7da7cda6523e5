import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlatformNode } from '@platform/host-api';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SharedStorageCheck } from './shared-storage-check.ts';

let folders: string[];
let nodes: Array<Partial<PlatformNode>>;

beforeEach(async () => {
  folders = await Promise.all(['a', 'b'].map((name) => mkdtemp(join(tmpdir(), `signs-${name}-`))));
  nodes = [];
});
afterEach(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});

/** A host whose local storage lies in one of the folders. */
async function host(nodeId: string, folder: number, more: Partial<PlatformNode> = {}) {
  const node = {
    hostVersion: '1',
    state: 'live',
    machine: nodeId,
    address: '',
    convergedAt: '2026',
    ...more,
  } as const;
  nodes.push({ nodeId, hostId: nodeId, ...node });
  const signs = new SharedStorageCheck({
    directories: [join(folders[folder] ?? '', 'files'), join(folders[folder] ?? '', 'upload')],
    nodes: {
      nodeId,
      list: async () => nodes.map((each) => ({ ...each, self: each.nodeId === nodeId }) as PlatformNode),
    },
  });
  await signs.write();
  return signs;
}

it('10.7-2: a directory is shared where each host finds the files of the others', async () => {
  const one = await host('one', 0);
  await expect(one.assertShared()).resolves.toBeUndefined();
  const two = await host('two', 0);
  await expect(two.assertShared()).resolves.toBeUndefined();
  const three = await host('three', 1);
  const refused = { code: 'STORAGE_NOT_SHARED', details: { hosts: ['one', 'two'] } };
  await expect(three.assertShared()).rejects.toMatchObject(refused);
  await expect(one.assertShared()).rejects.toMatchObject({ details: { hosts: ['three'] } });
});

it.each([
  ['is gone', { state: 'gone' }],
  ['is a former process of this host', { hostId: 'one' }],
  ['has another version', { hostVersion: '0' }],
] as const)('a host that %s proves nothing', async (_what, more) => {
  const one = await host('one', 0);
  await host('two', 1, more);
  await expect(one.assertShared()).resolves.toBeUndefined();
});

it('waits for a host that starts at the same time', async () => {
  const one = await host('one', 0);
  const started = host('two', 0, { convergedAt: null });
  await expect(one.assertShared(60_000)).resolves.toBeUndefined();
  await started;
  await host('three', 1, { convergedAt: null });
  await expect(one.assertShared(0)).rejects.toMatchObject({ details: { hosts: ['three'] } });
});

it('leaves nothing behind, and removes what a killed host left a day ago', async () => {
  const folder = join(folders[0] ?? '', 'files', '.hosts');
  const one = await host('one', 0);
  await writeFile(join(folder, 'killed'), '');
  await utimes(join(folder, 'killed'), 0, 0);
  const two = await host('two', 0);
  expect(await readdir(folder)).toEqual(['one', 'two']);
  await one.remove();
  await two.remove();
  expect(await readdir(folder)).toEqual([]);
});
