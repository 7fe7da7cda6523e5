import { open, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import { PackageFormatError } from '../errors.ts';
import {
  CENTRAL_HEADER,
  END_RECORD,
  FLAG_UTF8,
  LOCAL_HEADER,
  METHOD_DEFLATED,
  METHOD_STORED,
} from './records.ts';

/** Bytes in the form in which the archive stores them. */
export interface PackedContent {
  packed: Buffer;
  method: number;
  crc32: number;
  /** Unpacked size in bytes. */
  size: number;
}

export interface ZipInput {
  /** Path in the archive, separated by `/`. */
  name: string;
  /** Bytes, a file to read, or packed bytes. */
  content: Uint8Array | { file: string } | PackedContent;
}

interface Written {
  nameBytes: Buffer;
  offset: number;
  method: number;
  crc32: number;
  packedSize: number;
  size: number;
}

const deflateRawAsync = promisify(deflateRaw);

/** 1980-01-01 00:00, the earliest time of the format, makes archives reproducible. */
const DOS_TIME = 0;
const DOS_DATE = 0x21;
const VERSION_NEEDED = 20;
const MADE_ON_UNIX = (3 << 8) | VERSION_NEEDED;
const REGULAR_FILE_644 = 0o100644 * 0x10000;
const MAX_ENTRIES = 0xfffe;
const MAX_OFFSET = 0xfffffffe;

/**
 * Writes a reproducible zip archive: entries sorted by name, fixed time and modes.
 *
 * The file appears once it is complete.
 *
 * @throws ZIP_DUPLICATE_ENTRY, ZIP_TOO_LARGE
 */
export async function writeZip(file: string, entries: Iterable<ZipInput>): Promise<void> {
  const sorted = [...entries]
    .map((entry) => ({ ...entry, nameBytes: Buffer.from(entry.name, 'utf8') }))
    .sort((a, b) => a.nameBytes.compare(b.nameBytes));
  refuseUnwritable(sorted);
  const temporary = `${file}.${process.pid}.tmp`;
  const handle = await open(temporary, 'w');
  try {
    const written: Written[] = [];
    let offset = 0;
    for (const { nameBytes, content } of sorted) {
      const { packed, ...meta } = await pack(content);
      const record: Written = { nameBytes, offset, packedSize: packed.length, ...meta };
      offset = await append(handle, offset, [localHeader(record), nameBytes, packed]);
      written.push(record);
    }
    const start = offset;
    for (const record of written)
      offset = await append(handle, offset, [centralHeader(record), record.nameBytes]);
    await append(handle, offset, [endRecord(written.length, offset - start, start)]);
    await handle.sync();
  } catch (error) {
    await handle.close();
    await rm(temporary, { force: true });
    throw error;
  }
  await handle.close();
  await rename(temporary, file);
}

function refuseUnwritable(sorted: Array<{ name: string }>): void {
  const duplicate = sorted.find((entry, index) => entry.name === sorted[index + 1]?.name);
  if (duplicate) {
    throw new PackageFormatError({
      code: 'ZIP_DUPLICATE_ENTRY',
      message: `"${duplicate.name}" appears twice.`,
    });
  }
  if (sorted.length > MAX_ENTRIES) {
    throw new PackageFormatError({
      code: 'ZIP_TOO_LARGE',
      message: `${sorted.length} entries are too many for one archive.`,
    });
  }
}

async function pack(content: ZipInput['content']): Promise<PackedContent> {
  if ('packed' in content) return content;
  const bytes = 'file' in content ? await readFile(content.file) : content;
  const deflated = await deflateRawAsync(bytes, { level: 9 });
  const smaller = deflated.length < bytes.length;
  return {
    packed: smaller ? deflated : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    method: smaller ? METHOD_DEFLATED : METHOD_STORED,
    crc32: crc32(bytes),
    size: bytes.length,
  };
}

async function append(handle: FileHandle, offset: number, parts: Buffer[]): Promise<number> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (offset + length > MAX_OFFSET) {
    throw new PackageFormatError({ code: 'ZIP_TOO_LARGE', message: 'The archive would exceed 4 GB.' });
  }
  await handle.writev(parts, offset);
  return offset + length;
}

function localHeader({ nameBytes, method, crc32: checksum, packedSize, size }: Written): Buffer {
  const header = Buffer.alloc(LOCAL_HEADER.size);
  header.writeUInt32LE(LOCAL_HEADER.signature, 0);
  header.writeUInt16LE(VERSION_NEEDED, 4);
  header.writeUInt16LE(FLAG_UTF8, 6);
  header.writeUInt16LE(method, 8);
  header.writeUInt16LE(DOS_TIME, 10);
  header.writeUInt16LE(DOS_DATE, 12);
  header.writeUInt32LE(checksum, 14);
  header.writeUInt32LE(packedSize, 18);
  header.writeUInt32LE(size, 22);
  header.writeUInt16LE(nameBytes.length, 26);
  return header;
}

function centralHeader({ nameBytes, method, crc32: checksum, packedSize, size, offset }: Written): Buffer {
  const header = Buffer.alloc(CENTRAL_HEADER.size);
  header.writeUInt32LE(CENTRAL_HEADER.signature, 0);
  header.writeUInt16LE(MADE_ON_UNIX, 4);
  header.writeUInt16LE(VERSION_NEEDED, 6);
  header.writeUInt16LE(FLAG_UTF8, 8);
  header.writeUInt16LE(method, 10);
  header.writeUInt16LE(DOS_TIME, 12);
  header.writeUInt16LE(DOS_DATE, 14);
  header.writeUInt32LE(checksum, 16);
  header.writeUInt32LE(packedSize, 20);
  header.writeUInt32LE(size, 24);
  header.writeUInt16LE(nameBytes.length, 28);
  header.writeUInt32LE(REGULAR_FILE_644, 38);
  header.writeUInt32LE(offset, 42);
  return header;
}

function endRecord(count: number, size: number, start: number): Buffer {
  const record = Buffer.alloc(END_RECORD.size);
  record.writeUInt32LE(END_RECORD.signature, 0);
  record.writeUInt16LE(count, 8);
  record.writeUInt16LE(count, 10);
  record.writeUInt32LE(size, 12);
  record.writeUInt32LE(start, 16);
  return record;
}
