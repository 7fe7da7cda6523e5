import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashFile } from './hash-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hash-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

it.each([
  ['without content', 0],
  ['small', 1_000],
  ['large', 5 * 2 ** 20 + 3],
])('a file is hashed: %s', async (name, size) => {
  const bytes = Buffer.alloc(size, 'content');
  const file = join(folder, name);
  await writeFile(file, bytes);
  const hash = (algorithm: string): string => createHash(algorithm).update(bytes).digest('hex');
  expect(await hashFile(file, size)).toEqual({ md5: hash('md5'), sha256: hash('sha256') });
});

it.each([1, 5 * 2 ** 20])('a file of %d bytes that is gone is an error', async (size) => {
  await expect(hashFile(join(folder, 'gone'), size)).rejects.toThrow(/ENOENT/);
});
