import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Finding } from '../finding.ts';
import { emptyIndex, inspectChanged, JAR, jarManifest } from '../testing/package-builder.ts';
import { bytesOf, extraField, rawZip, type RawEntry } from '../testing/raw-zip.ts';
import { openByteSource } from '../zip/byte-source.ts';
import { readDirectory } from '../zip/directory.ts';
import { LIMITS } from './limits.ts';
import { readEntries } from './read-entries.ts';
import { SequentialReader } from './sequential-reader.ts';

describe('entries of an archive', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'read-entries-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Names and texts that are read, and messages of the findings. */
  const read = (...entries: RawEntry[]) => readArchive(rawZip(entries));
  async function readArchive(archive: Buffer) {
    const file = join(folder, 'a.zip');
    await writeFile(file, archive);
    const source = await openByteSource(file);
    const findings: Finding[] = [];
    const read: Array<{ name: string; text: string | undefined; damaged: boolean }> = [];
    const directory = await readDirectory(source);
    const keep = () => ({ keep: 1_000 });
    for await (const entry of readEntries(new SequentialReader(source), directory, keep, findings)) {
      const { name, content, damaged, sha256 } = entry;
      if (content) expect(sha256).toBe(createHash('sha256').update(content).digest('hex'));
      read.push({ name, text: content?.toString(), damaged });
    }
    await source.close();
    return { read, messages: findings.map(({ message }) => message) };
  }
  const last = { name: 'last', content: 'the end' };
  const readLast = { name: 'last', text: 'the end', damaged: false };

  it.each([0, 8])('are read whether they are stored or deflated: %d', async (method) => {
    expect(await read({ name: 'a', content: 'text', method }, { name: 'b/' }, last)).toEqual({
      read: [{ name: 'a', text: 'text', damaged: false }, readLast],
      messages: [],
    });
  });

  it.each<[string, RawEntry, string]>([
    [
      'stored bytes of another file',
      { name: 'a', content: 'text', packed: Buffer.from('tex!'), method: 0 },
      '"a": its checksum is wrong.',
    ],
    [
      'bytes that are not deflated',
      { name: 'a', content: 'text', packed: Buffer.from([0xff, 0xff, 0xff]) },
      '"a": its compressed data is damaged',
    ],
    [
      'bytes behind its compressed data',
      { name: 'a', content: 'text', packed: Buffer.concat([deflateRawSync('text'), Buffer.from('hidden')]) },
      '"a": hidden bytes follow its compressed data.',
    ],
  ])('are damaged by %s, and the next one is read', async (_what, entry, message) => {
    const { read: found, messages } = await read(entry, last);
    expect(found).toEqual([{ name: 'a', text: undefined, damaged: true }, readLast]);
    expect(messages).toEqual([expect.stringContaining(message)]);
  });

  it.each<[string, RawEntry]>([
    ['is encrypted', { name: 'a', content: 'text', flags: 0x0001 }],
    ['is encrypted strongly', { name: 'a', content: 'text', flags: 0x0040 }],
    ['is compressed in another way', { name: 'a', packed: Buffer.from('x'), content: 'x', method: 12 }],
  ])('are left alone where one %s, which is reported elsewhere', async (_what, entry) => {
    expect(await read(entry, last)).toEqual({ read: [readLast], messages: [] });
  });

  const text = Buffer.from('text');
  const packed = deflateRawSync(text);
  const sizes = [4, packed.length] as const;
  const facts = bytesOf([4, crc32(text)], sizes, [4, text.length]);
  const streamed = (trailer: Buffer): RawEntry => ({
    ...{ name: 'a', content: text, flags: 0x0808, trailer },
    local: { crc: 0, packedSize: 0, size: 0 },
  });
  const differs = '"a": its data descriptor differs from the directory.';

  it.each<[string, Buffer, string[]]>([
    ['their facts', facts, []],
    ['a signature and their facts', Buffer.concat([bytesOf([4, 0x08074b50]), facts]), []],
    ['another signature', Buffer.concat([bytesOf([4, 0x08074b51]), facts]), [differs]],
    ['another checksum', bytesOf([4, crc32(text) - 1], sizes, [4, text.length]), [differs]],
    ['another packed size', bytesOf([4, crc32(text)], [4, packed.length + 1], [4, 4]), [differs]],
    ['another size', bytesOf([4, crc32(text)], sizes, [4, text.length + 1]), [differs]],
    [
      'sizes of 64 bits that no field announces',
      bytesOf([4, crc32(text)], [8, packed.length], [8, text.length]),
      [differs, expect.stringContaining('before last lie 20 bytes') as string],
    ],
    ['nothing', Buffer.alloc(0), [differs]],
  ])('may be followed by a data descriptor: %s', async (_what, trailer, messages) => {
    const found = await read(streamed(trailer), last);
    expect(found.read).toEqual([{ name: 'a', text: 'text', damaged: false }, readLast]);
    expect(found.messages).toEqual(messages);
  });

  it.each<[string, NonNullable<RawEntry['local']>]>([
    ['name', { name: Buffer.from('b') }],
    ['version needed', { version: 10 }],
    ['compression method', { method: 0 }],
    ['flags', { flags: 0 }],
    ['time', { time: 1 }],
    ['checksum', { crc: 1 }],
    ['packed size', { packedSize: 1 }],
    ['size', { size: 1 }],
  ])('have the same %s in both headers', async (field, local) => {
    const { messages } = await read({ name: 'a', content: text, local }, last);
    expect(messages).toEqual([`"a": its local header and the directory differ in ${field}.`]);
  });

  it('have no other facts in their local header, also where a descriptor has them', async () => {
    const { local, ...entry } = streamed(facts);
    const wrong = { ...entry, local: { ...local, crc: 1, size: 1 } };
    expect((await read(wrong, last)).messages).toEqual([
      '"a": its local header and the directory differ in checksum, size.',
    ]);
    expect((await read({ ...entry, local: {} }, last)).messages).toEqual([]);
  });

  const disagree = '"a": its 64-bit sizes differ from those in the directory.';
  it.each<[string, Buffer, string[]]>([
    ['the same', bytesOf([8, 4], [8, packed.length]), []],
    ['none yet', bytesOf([8, 0], [8, 0]), []],
    ['another size', bytesOf([8, 5], [8, packed.length]), [disagree]],
    ['another packed size', bytesOf([8, 4], [8, packed.length + 1]), [disagree]],
    ['one of them', bytesOf([8, 5]), [disagree]],
  ])('with sizes of 64 bits: %s', async (_what, sizes, messages) => {
    const local = { extra: extraField(1, sizes) };
    expect((await read({ name: 'a', content: text, local }, last)).messages).toEqual(messages);
  });

  it('have no unreadable field in their local header', async () => {
    const { messages } = await read({ name: 'a', local: { extra: Buffer.from([1]) } }, last);
    expect(messages).toEqual([expect.stringMatching(/^"a": /) as string]);
  });

  it.each<[string, Parameters<typeof rawZip>[1], string]>([
    ['before the first', { before: Buffer.from('xy') }, 'the archive begins with 2 bytes'],
    ['behind the last', { gap: Buffer.from('xyz') }, 'before the central directory lie 3 bytes'],
  ])('have nothing hidden %s', async (_where, options, message) => {
    const found = await readArchive(rawZip([last], options));
    expect(found).toEqual({ read: [readLast], messages: [expect.stringContaining(message) as string] });
  });

  it.each([
    ['the next', [{ ...last, name: 'first' }, last], '"first": its data overlaps the next entry.'],
    ['the directory', [last], '"last": its data overlaps the next entry.'],
  ])('do not reach into %s', async (_what, [first, ...rest], message) => {
    const packedSize = deflateRawSync('the end').length + 1;
    const long = { ...first!, local: { packedSize }, central: { packedSize } };
    expect((await read(long, ...rest)).messages).toContain(message);
  });
});

describe('a package', () => {
  it('that unpacks to too much is not unpacked', async () => {
    const { findings, entries, signature } = await inspectChanged({
      files: { 'frontend/a.txt': Buffer.alloc(LIMITS.ratioFrom + 1) },
    });
    expect(findings.map(({ code }) => code)).toContain('PACKAGE_RATIO');
    expect(entries).toEqual([]);
    expect(signature).toEqual({ state: 'unverifiable', reason: 'The package cannot be read.' });
  });

  it('whose jar has a damaged file is refused', async () => {
    const jar = rawZip([
      { name: 'META-INF/MANIFEST.MF', content: jarManifest },
      { name: 'META-INF/plugin.json', content: JSON.stringify(emptyIndex) },
      { name: 'mapper/hello/A.xml', content: '<mapper/>', packed: Buffer.from([0xff, 0xff]) },
    ]);
    const { findings } = await inspectChanged({ files: { [JAR]: jar } });
    expect(findings.map(({ code }) => code)).toContain('ENTRY_DAMAGED');
  });
});
