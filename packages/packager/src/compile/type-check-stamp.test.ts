import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isUnchanged, recordCheck } from './type-check-stamp.ts';

let folder: string;
let stamp: string;
let source: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stamp-'));
  [stamp, source] = [join(folder, 'target/types.json'), join(folder, 'a.ts')];
  await writeFile(source, 'export {};');
  await utimes(source, 1, 1);
});
afterEach(() => rm(folder, { recursive: true }));

test('reuses the result until key or files change', async () => {
  expect(await isUnchanged(stamp, 'key')).toBe(false);
  await recordCheck(stamp, 'key', [source], Date.now());
  expect(await isUnchanged(stamp, 'key')).toBe(true);
  expect(await isUnchanged(stamp, 'other')).toBe(false);
  await writeFile(source, 'export {}');
  expect(await isUnchanged(stamp, 'key')).toBe(false);
  await rm(source);
  expect(await isUnchanged(stamp, 'key')).toBe(false);
});

test('checks a file again that changed during the check', async () => {
  // The source was changed at 1,000 ms: whether before or after that is not known.
  for (const began of [500, 1_000]) {
    await recordCheck(stamp, 'key', [source], began);
    expect(await isUnchanged(stamp, 'key')).toBe(false);
  }
});
