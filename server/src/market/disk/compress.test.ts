import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compress } from './compress.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compress-'));
});
afterEach(() => rm(folder, { recursive: true }));

const text = (bytes: number) => Buffer.alloc(bytes, 'text ');

it('writes variants with the content of the file, whatever the case of its suffix', async () => {
  const content = text(1024);
  await compress(join(folder, 'a.JS'), content);
  expect(brotliDecompressSync(await readFile(join(folder, 'a.JS.br')))).toEqual(content);
  expect(gunzipSync(await readFile(join(folder, 'a.JS.gz')))).toEqual(content);
});

it('writes none for small files, for packed kinds, and where they would be larger', async () => {
  await compress(join(folder, 'small.js'), text(1023));
  await compress(join(folder, 'picture.png'), text(4096));
  await compress(join(folder, 'noise.wasm'), randomBytes(4096));
  expect(await readdir(folder)).toEqual([]);
});
