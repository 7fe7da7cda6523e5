import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PlacementRecords } from './placement-records.ts';

it('what is placed is known at once, after a restart, and no more once it is removed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'placements-'));
  const placed = { version: '1.0.0', jar: null, entry: null, files: [], formerFiles: [] };
  const records = new PlacementRecords(folder);
  await records.set('demo', placed);
  expect(records.get('demo')).toEqual(placed);
  const later = new PlacementRecords(folder);
  await later.load();
  expect(later.get('demo')).toEqual(placed);
  await later.set('demo', null);
  expect(later.get('demo')).toBeUndefined();
  expect(await readdir(join(folder, 'placements'))).toEqual([]);
  await records.reread('demo');
  expect(records.get('demo')).toBeUndefined();
  await rm(folder, { recursive: true });
});

it('what another worker is writing stays, and is removed once there is none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'placements-'));
  const records = new PlacementRecords(folder);
  await records.set('demo', { version: '1.0.0', jar: null, entry: null, files: [], formerFiles: [] });
  const names = () => readdir(join(folder, 'placements'));
  await writeFile(join(folder, 'placements/other.json.partial'), '{');
  await records.load(true);
  expect((await names()).sort()).toEqual(['demo.json', 'other.json.partial']);
  await records.load();
  expect(await names()).toEqual(['demo.json']);
  expect(records.get('other')).toBeUndefined();
  await rm(folder, { recursive: true });
});
