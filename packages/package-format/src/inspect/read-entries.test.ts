import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Finding } from '../finding.ts';
import { emptyIndex, inspectChanged, JAR, jarManifest } from '../testing/package-builder.ts';
import { rawZip, type RawEntry } from '../testing/raw-zip.ts';
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
  async function read(...entries: RawEntry[]) {
    const file = join(folder, 'a.zip');
    await writeFile(file, rawZip(entries));
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
