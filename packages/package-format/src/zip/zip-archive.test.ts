import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32, deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeZip, type ZipInput } from './write-zip.ts';
import { ZipArchive } from './zip-archive.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zip-'));
});
afterEach(() => rm(folder, { recursive: true }));

const written = async (entries: ZipInput[]): Promise<Buffer> => {
  const file = join(folder, 'a.zip');
  await writeZip(file, entries);
  return readFile(file);
};
const text = Buffer.from('text '.repeat(100));
const stored = Buffer.from([1, 2, 3]);
/** Places of the only entry `x`: local header at 0, central header behind its content. */
const centralOf = (bytes: Buffer): number => bytes.indexOf(Buffer.from('PK\x01\x02', 'latin1'));

const DESCRIPTORS = '/proc/self/fd';

it.runIf(existsSync(DESCRIPTORS))('keeps no file open that is no archive', async () => {
  const file = join(folder, 'a.txt');
  await writeFile(file, text);
  await expect(ZipArchive.open(file)).rejects.toMatchObject({ code: 'ZIP_INVALID' });
  const descriptors = await readdir(DESCRIPTORS);
  const open = descriptors.map((name) => readlink(join(DESCRIPTORS, name)).catch(() => undefined));
  expect(await Promise.all(open)).not.toContain(file);
});

describe('an entry', () => {
  it('is unpacked no further than to its size', async () => {
    const bytes = await written([{ name: 'x', content: text }]);
    bytes.writeUInt32LE(3, centralOf(bytes) + 24);
    await expect((await ZipArchive.open(bytes)).read('x')).rejects.toMatchObject({
      code: 'ZIP_ENTRY_UNREADABLE',
      cause: { code: 'ERR_BUFFER_TOO_LARGE' },
    });
  });

  it('is missing', async () => {
    const archive = await ZipArchive.open(await written([{ name: 'x', content: text }]));
    expect([archive.has('x'), archive.has('y')]).toEqual([true, false]);
    await expect(archive.read('y')).rejects.toMatchObject({ code: 'ZIP_ENTRY_MISSING' });
  });

  it.each([
    ['another method', 10, 9],
    ['encryption', 8, 0x0801],
  ])('cannot be read: %s', async (_title, at, value) => {
    const bytes = await written([{ name: 'x', content: text }]);
    bytes.writeUInt16LE(value, centralOf(bytes) + at);
    const archive = await ZipArchive.open(bytes);
    for (const read of [archive.read('x'), archive.readPacked('x'), archive.stream('x')])
      await expect(read).rejects.toMatchObject({ code: 'ZIP_ENTRY_UNREADABLE' });
  });

  it.each<[string, (bytes: Buffer, central: number) => unknown]>([
    ['its checksum is another', (bytes, at) => bytes.writeUInt32LE(1, at + 16)],
    ['its size is smaller', (bytes, at) => bytes.writeUInt32LE(2, at + 24)],
    ['its size is larger', (bytes, at) => bytes.writeUInt32LE(4_000, at + 24)],
    ['its local header has another name', (bytes) => bytes.write('y', 30)],
    ['its local header is none', (bytes) => bytes.write('Z', 0)],
    ['its local header is beyond the end', (bytes, at) => bytes.writeUInt32LE(bytes.length - 10, at + 42)],
  ])('is damaged: %s', async (_title, damage) => {
    for (const content of [text, stored]) {
      const bytes = await written([{ name: 'x', content }]);
      damage(bytes, centralOf(bytes));
      const archive = await ZipArchive.open(bytes);
      await expect(archive.read('x')).rejects.toMatchObject({ code: 'ZIP_ENTRY_UNREADABLE' });
      const streamed = archive.stream('x').then((stream) => buffer(stream));
      await expect(streamed).rejects.toMatchObject({ code: 'ZIP_ENTRY_UNREADABLE' });
    }
  });

  it('is damaged when its packed bytes end with the file', async () => {
    const bytes = await written([{ name: 'x', content: stored }]);
    bytes.writeUInt32LE(bytes.length, centralOf(bytes) + 20);
    const archive = await ZipArchive.open(bytes);
    await expect(archive.readPacked('x')).rejects.toMatchObject({ code: 'ZIP_ENTRY_UNREADABLE' });
  });

  it('never streams more than its size, and checks it to the last byte', async () => {
    const bytes = await written([{ name: 'x', content: Buffer.alloc(300_000, 'x') }]);
    bytes.writeUInt32LE(100_000, centralOf(bytes) + 24);
    const archive = await ZipArchive.open(bytes);
    let size = 0;
    const read = async (): Promise<void> => {
      for await (const chunk of await archive.stream('x')) size += (chunk as Buffer).length;
    };
    await expect(read()).rejects.toMatchObject({ code: 'ZIP_ENTRY_UNREADABLE' });
    expect(size).toBeLessThanOrEqual(100_000);
  });
});

it('names the problem of an archive that cannot be opened', async () => {
  const bytes = await written([{ name: 'x', content: text }]);
  await writeFile(join(folder, 'cut.zip'), bytes.subarray(0, -1));
  await expect(ZipArchive.open(join(folder, 'cut.zip'))).rejects.toMatchObject({
    code: 'ZIP_INVALID',
    details: [{ code: 'ZIP_END_MISSING' }],
  });
});

describe('a written archive', () => {
  it('stores what compression does not shorten, and takes packed bytes and files as they are', async () => {
    await writeFile(join(folder, 'source'), text);
    const packed = deflateRawSync(text, { level: 1 });
    const meta = { method: 8, crc32: crc32(text), size: text.length };
    const archive = await ZipArchive.open(
      await written([
        { name: 'stored', content: stored },
        { name: 'deflated', content: text },
        { name: 'file', content: { file: join(folder, 'source') } },
        { name: 'packed', content: { packed, ...meta } },
      ]),
    );
    const methods = archive.entries.map(({ name, method, mode }) => [name, method, mode]);
    expect(methods).toEqual([
      ['deflated', 8, 0o100644],
      ['file', 8, 0o100644],
      ['packed', 8, 0o100644],
      ['stored', 0, 0o100644],
    ]);
    expect(await archive.readPacked('packed')).toEqual(packed);
    for (const name of ['deflated', 'file', 'packed']) expect(await archive.read(name)).toEqual(text);
  });

  it('writes only the part of a buffer that it is given', async () => {
    const part = Buffer.from('-abc-').subarray(1, 4);
    const archive = await ZipArchive.open(await written([{ name: 'x', content: part }]));
    expect((await archive.read('x')).toString()).toBe('abc');
  });

  it('appears once it is complete, and leaves nothing behind when it fails', async () => {
    const missing = { name: 'x', content: { file: join(folder, 'missing') } };
    await expect(written([{ name: 'a', content: text }, missing])).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await readdir(folder)).toEqual([]);
    await written([]);
    expect(await readdir(folder)).toEqual(['a.zip']);
  });

  it('has at most 65,534 entries, and 4 GB', async () => {
    const entries = Array.from({ length: 65_535 }, (_, n) => ({ name: `${n}`, content: Buffer.alloc(0) }));
    await expect(written(entries)).rejects.toMatchObject({ code: 'ZIP_TOO_LARGE' });
    const large = { length: 0xffff_ffff } as Buffer;
    const content = { packed: large, method: 0, crc32: 0, size: 0 };
    await expect(written([{ name: 'x', content }])).rejects.toMatchObject({ code: 'ZIP_TOO_LARGE' });
    expect(await readdir(folder)).toEqual([]);
  });
});
