import { deflateRawSync, gzipSync } from 'node:zlib';
import { packageBytes } from '../package-builder.ts';
import { bytesOf, extraField, rawZip } from '../raw-zip.ts';
import { edit, withEntry, type HostilePackage } from './hostile-package.ts';

const END_RECORD_SIZE = 22;
const ENTRY = 'frontend/index.js';

const endRecord =
  (change: (record: Buffer) => void) =>
  (archive: Buffer): Buffer => {
    change(archive.subarray(-END_RECORD_SIZE));
    return archive;
  };

const cut =
  (share: number) =>
  (archive: Buffer): Buffer =>
    archive.subarray(0, Math.floor(archive.length * share));

/**
 * Bytes that are no archive, or several (design 4.3: data before, between or after the entries).
 */
export const ARCHIVES: readonly HostilePackage[] = [
  { name: 'empty-file', code: 'ZIP_END_MISSING', bytes: () => Buffer.alloc(0) },
  { name: 'text-file', code: 'ZIP_END_MISSING', bytes: () => Buffer.from('no archive') },
  { name: 'gzip-file', code: 'ZIP_END_MISSING', bytes: (archive) => gzipSync(archive) },
  { name: 'file-named-rar', code: 'PACKAGE_NOT_ZIP', fileName: 'hello-1.0.0.rar' },
  { name: 'file-named-zip-exe', code: 'PACKAGE_NOT_ZIP', fileName: 'hello-1.0.0.zip.exe' },
  { name: 'no-entries', code: 'MANIFEST_MISSING', bytes: () => rawZip([]) },
  { name: 'cut-in-the-first-entry', code: 'ZIP_END_MISSING', bytes: cut(0.1) },
  { name: 'cut-in-the-middle', code: 'ZIP_END_MISSING', bytes: cut(0.5) },
  { name: 'cut-one-byte', code: 'ZIP_END_MISSING', bytes: (archive) => archive.subarray(0, -1) },
  { name: 'data-before', code: 'ZIP_HIDDEN_DATA', archive: { before: Buffer.from('stub') } },
  {
    name: 'program-before',
    code: 'ZIP_DIRECTORY_DAMAGED',
    bytes: (archive) => Buffer.concat([Buffer.from('MZ'.padEnd(512)), archive]),
  },
  {
    name: 'split-marker-before',
    code: 'ZIP_HIDDEN_DATA',
    archive: { before: Buffer.from('504b0708', 'hex') },
  },
  { name: 'data-before-directory', code: 'ZIP_HIDDEN_DATA', archive: { gap: Buffer.from('hidden') } },
  {
    name: 'extra-data-record-before-directory',
    code: 'ZIP_HIDDEN_DATA',
    archive: { gap: bytesOf([4, 0x08064b50], [4, 4], [4, 0]) },
  },
  {
    name: 'directory-signature-record',
    code: 'ZIP_DIRECTORY_DAMAGED',
    archive: { records: () => bytesOf([4, 0x05054b50], [2, 4], [4, 0]) },
  },
  {
    name: 'data-after-an-entry',
    code: 'ZIP_HIDDEN_DATA',
    entries: edit('app.json', { trailer: Buffer.from('hidden') }),
  },
  {
    name: 'entry-not-in-the-directory',
    code: 'ZIP_HIDDEN_DATA',
    extra: [{ name: 'frontend/hidden.js', content: 'x', withoutCentral: true }],
  },
  { name: 'data-after', code: 'ZIP_END_MISSING', archive: { after: Buffer.from('more') } },
  { name: 'archive-comment', code: 'ZIP_COMMENT', archive: { comment: 'hi' } },
  {
    name: 'second-archive-in-the-comment',
    code: 'ZIP_DIRECTORY_DAMAGED',
    archive: { comment: rawZip([{ name: 'app.json', content: '{}' }]) },
  },
  {
    name: 'second-archive-after',
    code: 'ZIP_DIRECTORY_DAMAGED',
    bytes: (archive) => Buffer.concat([archive, packageBytes()]),
  },
  {
    name: 'second-end-record',
    code: 'ZIP_DIRECTORY_DAMAGED',
    bytes: (archive) => Buffer.concat([archive, archive.subarray(-END_RECORD_SIZE)]),
  },
  {
    name: 'end-record-in-the-comment',
    code: 'ZIP_DIRECTORY_DAMAGED',
    bytes: (archive) => {
      const comment = archive.subarray(-END_RECORD_SIZE);
      const outer = Buffer.from(comment);
      outer.writeUInt16LE(comment.length, 20);
      return Buffer.concat([archive.subarray(0, -END_RECORD_SIZE), outer, comment]);
    },
  },
  {
    name: 'comment-longer-than-said',
    code: 'ZIP_END_MISSING',
    bytes: (archive) =>
      Buffer.concat([endRecord((record) => record.writeUInt16LE(2, 20))(archive), Buffer.from('abc')]),
  },
];

/**
 * False end records, directories and Zip64 fields (design 4.3: overlapping entries, zip64 fields
 * that lie).
 */
export const DIRECTORIES: readonly HostilePackage[] = [
  { name: 'fewer-entries-counted', code: 'ZIP_DIRECTORY_DAMAGED', archive: { count: 3 } },
  { name: 'more-entries-counted', code: 'ZIP_DIRECTORY_DAMAGED', archive: { count: 300 } },
  {
    name: 'counts-of-disk-and-archive-differ',
    code: 'ZIP_MULTI_DISK',
    bytes: endRecord((record) => record.writeUInt16LE(1, 8)),
  },
  { name: 'second-disk', code: 'ZIP_MULTI_DISK', bytes: endRecord((record) => record.writeUInt16LE(1, 4)) },
  {
    name: 'entry-on-a-second-disk',
    code: 'ZIP_MULTI_DISK',
    entries: edit(ENTRY, { central: { disk: 1 } }),
  },
  {
    name: 'directory-larger-than-the-file',
    code: 'ZIP_DIRECTORY_TOO_LARGE',
    bytes: endRecord((record) => record.writeUInt32LE(0x7fffffff, 12)),
  },
  {
    name: 'directory-size-too-small',
    code: 'ZIP_DIRECTORY_DAMAGED',
    bytes: endRecord((record) => record.writeUInt32LE(record.readUInt32LE(12) - 1, 12)),
  },
  {
    name: 'directory-start-outside',
    code: 'ZIP_DIRECTORY_DAMAGED',
    bytes: endRecord((record) => record.writeUInt32LE(0x7ffffff0, 16)),
  },
  {
    name: 'directory-start-one-off',
    code: 'ZIP_DIRECTORY_DAMAGED',
    bytes: endRecord((record) => record.writeUInt32LE(record.readUInt32LE(16) + 1, 16)),
  },
  {
    name: 'local-header-damaged',
    code: 'ZIP_LOCAL_HEADER',
    bytes: (archive) => Buffer.concat([Buffer.from('XX'), archive.subarray(2)]),
  },
  {
    name: 'entry-starts-inside-another',
    code: 'ZIP_OVERLAP',
    entries: edit('signature.txt', { central: { offset: 5 } }),
  },
  {
    name: 'entry-past-the-end',
    code: 'ZIP_LOCAL_HEADER',
    entries: edit('signature.txt', { central: { offset: 0x7fffff00 } }),
  },
  {
    name: 'two-entries-on-the-same-bytes',
    code: 'ZIP_OVERLAP',
    extra: [{ name: 'frontend/twin.js', content: 'x', withoutLocal: true, central: { offset: 0 } }],
  },
  { name: 'entries-on-one-kernel', code: 'PACKAGE_UNPACKED_SIZE', bytes: () => entriesOnOneKernel(2_000) },
  {
    name: 'packed-size-reaches-into-the-next-entry',
    code: 'ZIP_OVERLAP',
    entries: edit('app.json', { central: { packedSize: 100_000 }, local: { packedSize: 100_000 } }),
  },
  {
    name: 'zip64-size-without-field',
    code: 'ZIP64_DISHONEST',
    entries: edit(ENTRY, { central: { size: 0xffffffff } }),
  },
  {
    name: 'zip64-size-that-differs',
    code: 'ZIP_HEADERS_DISAGREE',
    entries: edit(ENTRY, {
      central: { size: 0xffffffff, extra: extraField(1, bytesOf([8, 7])) },
    }),
  },
  {
    name: 'zip64-field-that-nothing-asks-for',
    code: 'ZIP64_DISHONEST',
    entries: edit(ENTRY, { central: { extra: extraField(1, bytesOf([8, 7], [8, 7])) } }),
  },
  {
    name: 'zip64-field-twice',
    code: 'ZIP_EXTRA_FIELD',
    entries: edit(ENTRY, {
      central: {
        size: 0xffffffff,
        extra: Buffer.concat([extraField(1, bytesOf([8, 7])), extraField(1, bytesOf([8, 70]))]),
      },
    }),
  },
  {
    name: 'zip64-offset-that-is-huge',
    code: 'ZIP_LOCAL_HEADER',
    entries: edit(ENTRY, {
      central: { offset: 0xffffffff, extra: extraField(1, bytesOf([8, Number.MAX_SAFE_INTEGER])) },
    }),
  },
  {
    name: 'zip64-locator-to-nowhere',
    code: 'ZIP64_DISHONEST',
    archive: { count: 0xffff, records: () => bytesOf([4, 0x07064b50], [4, 0], [8, 5], [4, 1]) },
  },
  {
    name: 'zip64-count-without-locator',
    code: 'ZIP64_DISHONEST',
    archive: { count: 0xffff },
  },
  {
    name: 'zip64-end-record-beside-an-honest-one',
    code: 'ZIP64_DISHONEST',
    archive: { records: (start, size) => zip64End(start, size, 1) },
  },
];

/** Fields in which the directory and the entry's own header disagree, or that hide something. */
export const HEADERS: readonly HostilePackage[] = [
  {
    name: 'local-64-bit-sizes-lie',
    code: 'ZIP_HEADERS_DISAGREE',
    entries: edit('frontend/index.js', { local: { extra: extraField(1, bytesOf([8, 1], [8, 1])) } }),
  },
  ...(
    [
      ['name', { name: Buffer.from('frontend/other.js') }],
      ['version', { version: 45 }],
      ['flags', { flags: 0 }],
      ['method', { method: 0 }],
      ['time', { time: 1 }],
      ['checksum', { crc: 1 }],
      ['packed-size', { packedSize: 1 }],
      ['size', { size: 1 }],
    ] as const
  ).map(([field, local]) => ({
    name: `headers-disagree-in-${field}`,
    code: 'ZIP_HEADERS_DISAGREE',
    entries: edit(ENTRY, { local }),
  })),
  {
    name: 'unicode-path-field-names-another-file',
    code: 'ZIP_EXTRA_FIELD',
    entries: edit(ENTRY, { central: { extra: unicodePath('frontend/../../evil.js') } }),
  },
  {
    name: 'unicode-path-field-in-the-local-header',
    code: 'ZIP_EXTRA_FIELD',
    entries: edit(ENTRY, { local: { extra: unicodePath('frontend/other.js') } }),
  },
  {
    name: 'extra-field-longer-than-its-space',
    code: 'ZIP_EXTRA_FIELD',
    entries: edit(ENTRY, { central: { extra: bytesOf([2, 0x5455], [2, 500]) } }),
  },
  {
    name: 'file-hidden-in-an-extra-field',
    code: 'ZIP_EXTRA_FIELD',
    entries: edit(ENTRY, { local: { extra: extraField(0xcafe, Buffer.alloc(60_000, 'hidden')) } }),
  },
  {
    name: 'aes-encryption-field',
    code: 'ZIP_EXTRA_FIELD',
    entries: edit(ENTRY, { method: 99, central: { extra: extraField(0x9901, Buffer.alloc(7)) } }),
  },
  { name: 'entry-comment', code: 'ZIP_COMMENT', entries: edit(ENTRY, { central: { comment: 'hidden' } }) },
  { name: 'encrypted-entry', code: 'ENTRY_ENCRYPTED', entries: edit(ENTRY, { flags: 0x0801 }) },
  { name: 'strongly-encrypted-entry', code: 'ENTRY_ENCRYPTED', entries: edit(ENTRY, { flags: 0x0841 }) },
  { name: 'masked-headers', code: 'ENTRY_ENCRYPTED', entries: edit(ENTRY, { flags: 0x2800 }) },
  { name: 'patch-data', code: 'ENTRY_FLAGS', entries: edit(ENTRY, { flags: 0x0820 }) },
  ...[1, 6, 9, 12, 14, 93, 95, 98, 0xffff].map((method) => ({
    name: `method-${method}`,
    code: 'ENTRY_METHOD',
    entries: edit(ENTRY, { method }),
  })),
  {
    name: 'descriptor-of-zeros',
    code: 'ZIP_HEADERS_DISAGREE',
    entries: edit(ENTRY, { flags: 0x0808, trailer: Buffer.alloc(12) }),
  },
  {
    name: 'descriptor-missing',
    code: 'ZIP_HEADERS_DISAGREE',
    entries: edit(ENTRY, { flags: 0x0808, local: { crc: 0, size: 0, packedSize: 0 } }),
  },
  {
    name: 'descriptor-with-another-size',
    code: 'ZIP_HEADERS_DISAGREE',
    entries: edit(ENTRY, {
      flags: 0x0808,
      local: { crc: 0, size: 0, packedSize: 0 },
      trailer: bytesOf([4, 0x08074b50], [4, 1], [4, 2], [4, 3]),
    }),
  },
];

/** Content that is not what its header says. */
export const DAMAGED: readonly HostilePackage[] = [
  {
    name: 'wrong-checksum',
    code: 'ENTRY_DAMAGED',
    entries: edit(ENTRY, { central: { crc: 1 }, local: { crc: 1 } }),
  },
  {
    name: 'size-smaller-than-content',
    code: 'ENTRY_DAMAGED',
    entries: edit(ENTRY, { central: { size: 5 }, local: { size: 5 } }),
  },
  {
    name: 'size-larger-than-content',
    code: 'ENTRY_DAMAGED',
    entries: edit(ENTRY, { central: { size: 500 }, local: { size: 500 } }),
  },
  {
    name: 'not-deflated',
    code: 'ENTRY_DAMAGED',
    entries: edit(ENTRY, { packed: Buffer.from('not deflated') }),
  },
  { name: 'nothing-deflated', code: 'ENTRY_DAMAGED', entries: edit(ENTRY, { packed: Buffer.alloc(0) }) },
  {
    name: 'bytes-after-the-deflated-content',
    code: 'ENTRY_DAMAGED',
    extra: [
      {
        name: 'frontend/a.js',
        content: 'let a = 1;',
        packed: Buffer.concat([deflateRawSync('let a = 1;'), Buffer.from('hidden after the last block')]),
      },
    ],
  },
  {
    name: 'deflated-content-without-end',
    code: 'ENTRY_DAMAGED',
    extra: [
      { name: 'frontend/a.js', content: 'let a = 1;', packed: deflateRawSync('let a = 1;').subarray(0, -2) },
    ],
  },
  {
    name: 'stored-with-two-sizes',
    code: 'ENTRY_DAMAGED',
    extra: [
      { name: 'frontend/a.js', content: 'let a = 1;', method: 0, central: { size: 3 }, local: { size: 3 } },
    ],
  },
  {
    name: 'bomb-that-lies-about-its-size',
    code: 'ENTRY_DAMAGED',
    extra: [
      {
        name: 'frontend/a.txt',
        content: 'x'.repeat(100),
        packed: deflateRawSync(Buffer.alloc(8 * 1024 * 1024)),
      },
    ],
  },
  {
    name: 'bomb',
    code: 'PACKAGE_RATIO',
    ...withEntry({ name: 'frontend/zeros.txt', content: Buffer.alloc(2 * 1024 * 1024) }),
  },
  {
    name: 'bomb-of-many-small-files',
    code: 'PACKAGE_RATIO',
    extra: Array.from({ length: 10 }, (_, at) => ({
      name: `frontend/${at}.txt`,
      content: Buffer.alloc(512 * 1024),
    })),
  },
  {
    name: 'more-than-a-gigabyte-unpacked',
    code: 'PACKAGE_UNPACKED_SIZE',
    ...withEntry({ name: 'frontend/a.js', central: { size: 0x7fffffff } }),
  },
  {
    name: 'more-than-twenty-thousand-entries',
    code: 'PACKAGE_TOO_MANY_ENTRIES',
    extra: Array.from({ length: 20_001 }, (_, at) => ({ name: `frontend/${at}.js`, method: 0 })),
  },
];

function unicodePath(path: string): Buffer {
  return extraField(0x7075, Buffer.concat([bytesOf([2, 1], [4, 0]).subarray(1), Buffer.from(path)]));
}

function zip64End(start: number, size: number, count: number): Buffer {
  return Buffer.concat([
    bytesOf([4, 0x06064b50], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0]),
    bytesOf([8, count], [8, count], [8, size], [8, start]),
    bytesOf([4, 0x07064b50], [4, 0], [8, start + size], [4, 1]),
  ]);
}

/**
 * Thousands of directory entries that share the same bytes, each of which unpacks to a megabyte.
 */
function entriesOnOneKernel(count: number): Buffer {
  const kernel = rawZip([{ name: 'frontend/kernel.txt', content: Buffer.alloc(1024 * 1024) }]);
  const entries = Array.from({ length: count }, (_, at) => ({
    name: `frontend/${at}.txt`,
    content: Buffer.alloc(1024),
    withoutLocal: at > 0,
    central: { offset: 0, packedSize: kernel.length, size: 1024 * 1024 },
  }));
  return rawZip(entries);
}
