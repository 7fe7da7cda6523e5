import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import yauzl from 'yauzl';
import yazl from 'yazl';
import { writeZip, type ZipInput } from './write-zip.ts';
import { ZipArchive } from './zip-archive.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zip-'));
});
afterEach(() => rm(folder, { recursive: true }));

const write = async (entries: ZipInput[]): Promise<string> => {
  const file = join(folder, 'a.zip');
  await writeZip(file, entries);
  return file;
};

test('reads its own output from file and memory, whole and as a stream', async () => {
  const text = Buffer.from('hello '.repeat(50_000));
  const file = await write([
    { name: 'b/ä.txt', content: text },
    { name: 'a.bin', content: Buffer.from([1, 2, 3]) },
    { name: 'empty', content: Buffer.alloc(0) },
  ]);
  for (const source of [file, await readFile(file)]) {
    const archive = await ZipArchive.open(source);
    expect(archive.entries.map((entry) => entry.name)).toEqual(['a.bin', 'b/ä.txt', 'empty']);
    expect(archive.has('b/ä.txt')).toBe(true);
    expect((await archive.read('b/ä.txt')).equals(text)).toBe(true);
    expect((await buffer(await archive.stream('b/ä.txt'))).equals(text)).toBe(true);
    expect([...(await buffer(await archive.stream('a.bin')))]).toEqual([1, 2, 3]);
    expect(await archive.read('empty')).toHaveLength(0);
    await archive.close();
  }
});

test('writes archives that yauzl reads', async () => {
  const file = await write([{ name: 'x.txt', content: Buffer.from('x'.repeat(999)) }]);
  const names = await new Promise<string[]>((resolve, reject) => {
    const found: string[] = [];
    yauzl.open(file, { lazyEntries: false }, (error, zip) => {
      if (error) return reject(error);
      zip.on('entry', (entry: yauzl.Entry) => found.push(`${entry.fileName} ${entry.uncompressedSize}`));
      zip.on('error', reject).on('end', () => resolve(found));
    });
  });
  expect(names).toEqual(['x.txt 999']);
});

test('findings: security 4: fails the reading, not the process, for an entry that is damaged after opening', async () => {
  const text = Buffer.from('damaged '.repeat(500));
  const file = await write([{ name: 'x.txt', content: text }]);
  const bytes = await readFile(file);
  bytes.fill(0xff, 40, 60);
  const archive = await ZipArchive.open(bytes);
  const stream = await archive.stream('x.txt');
  // Without a reader nothing listens on the inflater, which has begun.
  await sleep(20);
  await expect(buffer(stream)).rejects.toThrow();
});

test('reads archives that yazl streams with data descriptors', async () => {
  const zip = new yazl.ZipFile();
  const source = join(folder, 'source.txt');
  await writeFile(source, 'streamed '.repeat(1000));
  zip.addFile(source, 'source.txt');
  zip.addBuffer(Buffer.from('stored'), 'stored.txt', { compress: false });
  zip.end();
  const archive = await ZipArchive.open(await buffer(zip.outputStream));
  expect((await archive.read('source.txt')).toString()).toBe('streamed '.repeat(1000));
  expect((await archive.read('stored.txt')).toString()).toBe('stored');
});

test('writes the same bytes for the same entries in any order', async () => {
  const entries = fc.uniqueArray(
    fc.record({
      name: fc.stringMatching(/^[a-z]{1,8}(\/[a-z]{1,8})?$/),
      content: fc.uint8Array({ maxLength: 300 }),
    }),
    { selector: (entry) => entry.name, maxLength: 8 },
  );
  await fc.assert(
    fc.asyncProperty(entries, async (list) => {
      const first = await readFile(await write(list));
      const second = await readFile(await write([...list].reverse()));
      expect(second.equals(first)).toBe(true);
      const archive = await ZipArchive.open(first);
      for (const { name, content } of list) expect((await archive.read(name)).equals(content)).toBe(true);
    }),
    { numRuns: 40 },
  );
});

test('fails with a code for arbitrary or damaged bytes', async () => {
  const good = await readFile(
    await write([{ name: 'app.json', content: Buffer.from('{"a":1}'.repeat(20)) }]),
  );
  const damage = fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.oneof(damage, fc.uint8Array({ maxLength: 200 })), async (input) => {
      const bytes = Buffer.from(good);
      if (input instanceof Uint8Array) return expectCode(Buffer.from(input));
      for (const [at, value] of input) bytes[at] = value;
      return expectCode(bytes);
    }),
    { numRuns: 300 },
  );
});

async function expectCode(bytes: Buffer): Promise<void> {
  try {
    const archive = await ZipArchive.open(bytes);
    for (const entry of archive.entries) await archive.read(entry.name);
  } catch (error) {
    expect((error as { code?: string }).code).toMatch(/^ZIP_[A-Z0-9_]+$/);
  }
}

test('refuses a repeated name', async () => {
  const twice = [1, 2].map(() => ({ name: 'a', content: Buffer.alloc(1) }));
  await expect(write(twice)).rejects.toMatchObject({ code: 'ZIP_DUPLICATE_ENTRY' });
});
