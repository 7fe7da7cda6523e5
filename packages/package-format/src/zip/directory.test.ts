import { describe, expect, it, test } from 'vitest';
import { openByteSource } from './byte-source.ts';
import { readDirectory } from './directory.ts';

interface Made {
  /** Central headers, which need no files here. */
  readonly headers: Buffer;
  readonly comment?: string;
  /** Changes of the end record. */
  readonly end?: (record: Buffer) => void;
  /** Bytes between directory and end record. */
  readonly between?: (directoryEnd: number) => Buffer;
}

interface Header {
  readonly extra?: Buffer;
  readonly comment?: string;
  readonly disk?: number;
}

const header = (name: string, { extra = Buffer.alloc(0), comment = '', disk = 0 }: Header = {}): Buffer => {
  const bytes = Buffer.alloc(46);
  bytes.writeUInt32LE(0x02014b50, 0);
  bytes.writeUInt16LE(name.length, 28);
  bytes.writeUInt16LE(extra.length, 30);
  bytes.writeUInt16LE(comment.length, 32);
  bytes.writeUInt16LE(disk, 34);
  return Buffer.concat([bytes, Buffer.from(name), extra, Buffer.from(comment)]);
};
const two = Buffer.concat([header('a'), header('b')]);
const field = (id: number, data: Buffer, length = data.length): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt16LE(id, 0);
  bytes.writeUInt16LE(length, 2);
  return Buffer.concat([bytes, data]);
};

/** An archive whose directory begins behind 10 bytes. */
function archive({ headers, comment = '', end, between }: Made): Buffer {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  const count = headers.toString('latin1').split('PK\x01\x02').length - 1;
  record.writeUInt16LE(count, 8);
  record.writeUInt16LE(count, 10);
  record.writeUInt32LE(headers.length, 12);
  record.writeUInt32LE(10, 16);
  record.writeUInt16LE(comment.length, 20);
  end?.(record);
  const more = between?.(10 + headers.length) ?? Buffer.alloc(0);
  return Buffer.concat([Buffer.alloc(10), headers, more, record, Buffer.from(comment)]);
}

const read = async (bytes: Buffer) => readDirectory(await openByteSource(bytes));
const problemsOf = async (made: Made) => (await read(archive(made))).problems;

test('a sound directory is read without a problem', async () => {
  const { entries, start, problems } = await read(archive({ headers: two }));
  expect(entries.map(({ name }) => name)).toEqual(['a', 'b']);
  expect([start, problems]).toEqual([10, []]);
  expect(await problemsOf({ headers: Buffer.alloc(0) })).toEqual([]);
});

describe('the end record', () => {
  it.each([
    ['an archive without one', Buffer.alloc(100)],
    ['nothing', Buffer.alloc(0)],
    ['bytes behind the archive', Buffer.concat([archive({ headers: two }), Buffer.alloc(1)])],
    ['a truncated archive', archive({ headers: two }).subarray(0, -1)],
  ])('is missing: %s', async (_title, bytes) => {
    expect(await read(bytes)).toMatchObject({
      entries: [],
      start: 0,
      problems: [{ code: 'ZIP_END_MISSING' }],
    });
  });

  it('is found behind the longest comment, which is reported', async () => {
    const comment = 'x'.repeat(0xffff);
    expect(await problemsOf({ headers: two, comment })).toEqual([
      { code: 'ZIP_COMMENT', message: 'The archive carries a comment of 65535 bytes.' },
    ]);
  });

  it('may have no comment, however short', async () => {
    expect(await problemsOf({ headers: two, comment: 'x' })).toMatchObject([{ code: 'ZIP_COMMENT' }]);
  });

  it.each([
    ['this disk', 4, 1],
    ['the disk of the directory', 6, 1],
    ['entries on this disk', 8, 1],
  ])('describes a split archive: %s', async (_title, at, value) => {
    const problems = await problemsOf({ headers: two, end: (record) => record.writeUInt16LE(value, at) });
    expect(problems.map(({ code }) => code)).toEqual(['ZIP_MULTI_DISK']);
  });

  it('may leave the disks to ZIP64', async () => {
    const end = (record: Buffer) => record.fill(0xff, 4, 8);
    expect(await problemsOf({ headers: two, end })).toEqual([]);
  });

  it.each([
    ['more entries', (record: Buffer) => void (record.writeUInt16LE(3, 8), record.writeUInt16LE(3, 10))],
    ['fewer entries', (record: Buffer) => void (record.writeUInt16LE(1, 8), record.writeUInt16LE(1, 10))],
    ['a later start', (record: Buffer) => void record.writeUInt32LE(11, 16)],
    ['an earlier start', (record: Buffer) => void record.writeUInt32LE(9, 16)],
    ['a smaller size', (record: Buffer) => void record.writeUInt32LE(two.length - 1, 12)],
  ])('contradicts the directory: %s', async (_title, end) => {
    const problems = await problemsOf({ headers: two, end });
    expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(['ZIP_DIRECTORY_DAMAGED']));
  });

  it('says where the directory should be, and what it announces', async () => {
    const between = () => Buffer.alloc(5);
    expect((await problemsOf({ headers: two, between }))[0]?.message).toBe(
      `The central directory should be at 10..${10 + two.length}, but ends at ${15 + two.length}.`,
    );
    const end = (record: Buffer) => void (record.writeUInt16LE(3, 8), record.writeUInt16LE(3, 10));
    expect((await problemsOf({ headers: two, end }))[0]?.message).toBe(
      `The central directory announces 3 entries in ${two.length} bytes, but contains 2 in ${two.length} bytes.`,
    );
  });

  it('is refused beyond 16 MB, before anything is read', async () => {
    const sized = (size: number) =>
      problemsOf({ headers: two, end: (record) => record.writeUInt32LE(size, 12) });
    const codes = async (size: number) => (await sized(size)).map(({ code }) => code);
    expect(await codes(16_777_217)).toEqual(['ZIP_DIRECTORY_TOO_LARGE']);
    expect(await codes(16_777_216)).not.toContain('ZIP_DIRECTORY_TOO_LARGE');
  });
});

describe('an entry', () => {
  it.each<[Header, string, string]>([
    [{ disk: 1 }, 'ZIP_MULTI_DISK', '"a" refers to another file of a split archive.'],
    [{ comment: 'a' }, 'ZIP_COMMENT', '"a" carries a comment of 1 bytes.'],
    [{ extra: field(0x7075, Buffer.alloc(5)) }, 'ZIP_EXTRA_FIELD', '0x7075 of 5 bytes'],
    [{ extra: field(0xcafe, Buffer.alloc(65)) }, 'ZIP_EXTRA_FIELD', '0xcafe of 65 bytes'],
    [
      { extra: Buffer.concat([field(10, Buffer.alloc(1)), field(10, Buffer.alloc(1))]) },
      'ZIP_EXTRA_FIELD',
      '0x000a twice',
    ],
    [{ extra: field(10, Buffer.alloc(1), 2) }, 'ZIP_EXTRA_FIELD', 'longer than the space for it'],
    [{ extra: Buffer.alloc(3) }, 'ZIP_EXTRA_FIELD', 'longer than the space for it'],
  ])('with %j has the problem %s: %s', async (more, code, message) => {
    const problems = await problemsOf({ headers: header('a', more) });
    expect(problems).toEqual([{ code, message: expect.stringContaining(message) as string, entry: 'a' }]);
  });

  it.each([1, 0x000a, 0x5455, 0x5855, 0x7855, 0x7875, 0xcafe])('may have the extra field %i', async (id) => {
    const data = id === 1 ? Buffer.alloc(24) : Buffer.alloc(64);
    expect(await problemsOf({ headers: header('a', { extra: field(id, data) }) })).toEqual([]);
  });

  it('may have several extra fields', async () => {
    const extra = Buffer.concat([field(0x5455, Buffer.alloc(5)), field(0x7875, Buffer.alloc(11))]);
    expect(await problemsOf({ headers: header('a', { extra }) })).toEqual([]);
  });

  it('of ZIP64 that lies about its sizes is named', async () => {
    const extra = field(1, Buffer.alloc(8, 7));
    expect(await problemsOf({ headers: header('a', { extra }) })).toMatchObject([
      { code: 'ZIP64_DISHONEST', entry: 'a' },
    ]);
  });

  it('beyond the 20,001st is not read', async () => {
    const headers = Buffer.concat(Array.from({ length: 20_003 }, () => header('a')));
    const { entries, problems } = await read(archive({ headers }));
    expect([entries.length, problems]).toEqual([20_001, []]);
    const most = Buffer.concat(Array.from({ length: 20_001 }, () => header('a')));
    expect(await problemsOf({ headers: most })).toEqual([]);
  });
});

describe('a ZIP64 archive', () => {
  interface Wide {
    readonly wide?: (record: Buffer) => void;
    readonly locator?: (record: Buffer) => void;
    readonly end?: (record: Buffer) => void;
    readonly behind?: Buffer;
  }
  const made = ({ wide, locator, end, behind = Buffer.alloc(0) }: Wide = {}): Made => ({
    headers: two,
    between: (directoryEnd) => {
      const record = Buffer.alloc(56);
      record.writeUInt32LE(0x06064b50, 0);
      record.writeBigUInt64LE(44n, 4);
      record.writeBigUInt64LE(2n, 24);
      record.writeBigUInt64LE(2n, 32);
      record.writeBigUInt64LE(BigInt(two.length), 40);
      record.writeBigUInt64LE(10n, 48);
      wide?.(record);
      const pointer = Buffer.alloc(20);
      pointer.writeUInt32LE(0x07064b50, 0);
      pointer.writeBigUInt64LE(BigInt(directoryEnd), 8);
      pointer.writeUInt32LE(1, 16);
      locator?.(pointer);
      return Buffer.concat([record, behind, pointer]);
    },
    end: end ?? ((record) => record.fill(0xff, 8, 20)),
  });

  it.each([
    ['defers all values', made()],
    ['repeats all values', made({ end: () => undefined })],
  ])('that %s is read', async (_title, given) => {
    const { entries, start, problems } = await read(archive(given));
    expect([entries.length, start, problems]).toEqual([2, 10, []]);
  });

  it.each<[string, Wide]>([
    ['wrong size, or data follows', { wide: (record) => record.writeBigUInt64LE(45n, 4) }],
    ['wrong size, or data follows', { behind: Buffer.alloc(1) }],
    ['split over several files', { wide: (record) => record.writeUInt32LE(1, 16) }],
    ['split over several files', { wide: (record) => record.writeUInt32LE(1, 20) }],
    ['two different entry counts', { wide: (record) => record.writeBigUInt64LE(3n, 24) }],
    ['more data than the file contains', { wide: (record) => record.writeBigUInt64LE(999_999n, 40) }],
    ['more data than the file contains', { wide: (record) => record.writeBigUInt64LE(999_999n, 48) }],
    ['not at the offset in its locator', { wide: (record) => record.writeUInt32LE(0, 0) }],
    ['not at the offset in its locator', { locator: (record) => record.writeBigUInt64LE(11n, 8) }],
    ['beyond the end of the file', { locator: (record) => record.writeBigUInt64LE(999_999n, 8) }],
    ['contradicts the end record', { end: (record) => void record.fill(0xff, 12, 20).fill(1, 8, 12) }],
    ['contradicts the end record', { end: (record) => void record.writeUInt32LE(9, 12) }],
    ['contradicts the end record', { end: (record) => void record.writeUInt32LE(9, 16) }],
  ])('is dishonest: %s', async (message, change) => {
    expect(await problemsOf(made(change))).toContainEqual({
      code: 'ZIP64_DISHONEST',
      message: expect.stringContaining(message) as string,
    });
  });

  it.each([
    [4, 1],
    [16, 2],
    [16, 0],
  ])('is not split over several files: %i, %i', async (at, value) => {
    const problems = await problemsOf(made({ locator: (record) => record.writeUInt32LE(value, at) }));
    expect(problems).toMatchObject([{ code: 'ZIP_MULTI_DISK' }]);
  });

  it.each([
    ['count', 8, 12],
    ['size', 12, 16],
    ['start', 16, 20],
  ])('needs its end record when the %s is deferred', async (_title, from, to) => {
    const problems = await problemsOf({ headers: two, end: (record) => record.fill(0xff, from, to) });
    expect(problems).toContainEqual({
      code: 'ZIP64_DISHONEST',
      message: 'The ZIP64 end record is missing.',
    });
  });
});
