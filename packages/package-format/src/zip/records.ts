import { findExtraField, ZIP64_FIELD } from './extra-fields.ts';

/** Signatures and fixed sizes of the ZIP records (APPNOTE 6.3.10, section 4.3). */
export const LOCAL_HEADER = { signature: 0x04034b50, size: 30 } as const;
export const CENTRAL_HEADER = { signature: 0x02014b50, size: 46 } as const;
export const END_RECORD = { signature: 0x06054b50, size: 22 } as const;
export const ZIP64_END_RECORD = { signature: 0x06064b50, size: 56 } as const;
export const ZIP64_LOCATOR = { signature: 0x07064b50, size: 20 } as const;
export const DATA_DESCRIPTOR_SIGNATURE = 0x08074b50;

export const METHOD_STORED = 0;
export const METHOD_DEFLATED = 8;

export const FLAG_ENCRYPTED = 0x0001;
export const FLAG_DATA_DESCRIPTOR = 0x0008;
export const FLAG_STRONG_ENCRYPTION = 0x0040;
export const FLAG_UTF8 = 0x0800;
/** Hides directory fields, so that entries cannot be compared. */
export const FLAG_MASKED_HEADERS = 0x2000;
/** Flags of stored and deflated entries; two bits state the compression level. */
export const FLAGS_KNOWN = 0x0006 | FLAG_DATA_DESCRIPTOR | FLAG_UTF8;

const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;

/** One file of an archive, as the central directory describes it. */
export interface ZipEntry {
  readonly name: string;
  readonly nameBytes: Buffer;
  /** False when the name's bytes are not UTF-8, or not ASCII while the UTF-8 flag is missing. */
  readonly nameIsUtf8: boolean;
  /** Version needed to extract, times ten, and the system above it. */
  readonly version: number;
  readonly flags: number;
  readonly method: number;
  /** MS-DOS time and date, as one number. */
  readonly time: number;
  readonly crc32: number;
  readonly compressedSize: number;
  /** Unpacked size in bytes. */
  readonly size: number;
  readonly localOffset: number;
  /** Unix file mode with its type bits; 0 where the archive contains none. */
  readonly mode: number;
  /** MS-DOS and Windows attributes; 0x10 marks a directory. */
  readonly dosAttributes: number;
  /** Disk number of a multi-part archive; 0 in a whole one. */
  readonly disk: number;
  /** Bytes of the entry's comment. */
  readonly commentLength: number;
  readonly extra: Buffer;
}

export interface LocalHeader {
  readonly nameBytes: Buffer;
  readonly version: number;
  readonly flags: number;
  readonly method: number;
  readonly time: number;
  readonly crc32: number;
  readonly compressedSize: number;
  readonly size: number;
  readonly extra: Buffer;
  /** Bytes of header, name and extra field together. */
  readonly headerSize: number;
}

export interface Zip64Sizes {
  size: number;
  compressedSize: number;
  localOffset: number;
  /** False when a 64-bit field is missing, superfluous, or beyond 2^53. */
  honest: boolean;
}

/**
 * Resolves the values of a ZIP64 extra field.
 *
 * A field is wrong when it is present although the 32-bit value is valid, or absent although it is
 * all ones.
 */
export function resolveZip64(extra: Buffer, sizes: Omit<Zip64Sizes, 'honest'>): Zip64Sizes {
  const result: Zip64Sizes = { ...sizes, honest: true };
  const wanted = (['size', 'compressedSize', 'localOffset'] as const).filter((key) => sizes[key] === MAX_32);
  const field = findExtraField(extra, ZIP64_FIELD);
  if (!field) return { ...result, honest: wanted.length === 0 };
  if (field.length < wanted.length * 8) return { ...result, honest: false };
  wanted.forEach((key, index) => {
    const value = field.readBigUInt64LE(index * 8);
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) result.honest = false;
    else result[key] = Number(value);
  });
  if (wanted.length === 0 && field.length > 0) result.honest = zip64RepeatsSizes(field, sizes);
  return result;
}

/** Streaming writers add the field to valid 32-bit values, which is fine when both agree. */
function zip64RepeatsSizes(field: Buffer, sizes: Omit<Zip64Sizes, 'honest'>): boolean {
  const stated = [sizes.size, sizes.compressedSize, sizes.localOffset];
  return stated.every((value, index) => {
    const repeated = field.length >= (index + 1) * 8 ? field.readBigUInt64LE(index * 8) : undefined;
    return repeated === undefined || repeated === 0n || repeated === BigInt(value);
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeName(bytes: Buffer, flags: number): { name: string; nameIsUtf8: boolean } {
  try {
    const name = utf8.decode(bytes);
    const ascii = bytes.every((byte) => byte < 0x80);
    return { name, nameIsUtf8: ascii || (flags & FLAG_UTF8) !== 0 };
  } catch {
    return { name: bytes.toString('latin1'), nameIsUtf8: false };
  }
}

/**
 * Parses the central header at `at`; undefined when there is none. `next` is the offset behind it.
 */
export function parseCentralHeader(
  directory: Buffer,
  at: number,
): { entry: ZipEntry; honestZip64: boolean; next: number } | undefined {
  if (at + CENTRAL_HEADER.size > directory.length) return undefined;
  if (directory.readUInt32LE(at) !== CENTRAL_HEADER.signature) return undefined;
  const nameEnd = at + CENTRAL_HEADER.size + directory.readUInt16LE(at + 28);
  const extraEnd = nameEnd + directory.readUInt16LE(at + 30);
  const next = extraEnd + directory.readUInt16LE(at + 32);
  if (next > directory.length) return undefined;
  const flags = directory.readUInt16LE(at + 8);
  const nameBytes = directory.subarray(at + CENTRAL_HEADER.size, nameEnd);
  const { honest, ...sizes } = resolveZip64(directory.subarray(nameEnd, extraEnd), {
    compressedSize: directory.readUInt32LE(at + 20),
    size: directory.readUInt32LE(at + 24),
    localOffset: directory.readUInt32LE(at + 42),
  });
  const attributes = directory.readUInt32LE(at + 38);
  const entry: ZipEntry = {
    ...decodeName(nameBytes, flags),
    nameBytes,
    version: directory.readUInt16LE(at + 6),
    flags,
    method: directory.readUInt16LE(at + 10),
    time: directory.readUInt32LE(at + 12),
    crc32: directory.readUInt32LE(at + 16),
    ...sizes,
    mode: attributes >>> 16,
    dosAttributes: attributes & 0xffff,
    disk: directory.readUInt16LE(at + 34),
    commentLength: directory.readUInt16LE(at + 32),
    extra: directory.subarray(nameEnd, extraEnd),
  };
  return { entry, honestZip64: honest, next };
}

/** Parses a local header from its signature, including name and extra field. */
export function parseLocalHeader(bytes: Buffer): LocalHeader | undefined {
  if (bytes.length < LOCAL_HEADER.size || bytes.readUInt32LE(0) !== LOCAL_HEADER.signature) return undefined;
  const nameEnd = LOCAL_HEADER.size + bytes.readUInt16LE(26);
  const headerSize = nameEnd + bytes.readUInt16LE(28);
  if (headerSize > bytes.length) return undefined;
  const sizes = resolveZip64(bytes.subarray(nameEnd, headerSize), {
    compressedSize: bytes.readUInt32LE(18),
    size: bytes.readUInt32LE(22),
    localOffset: 0,
  });
  return {
    nameBytes: bytes.subarray(LOCAL_HEADER.size, nameEnd),
    version: bytes.readUInt16LE(4),
    flags: bytes.readUInt16LE(6),
    method: bytes.readUInt16LE(8),
    time: bytes.readUInt32LE(10),
    crc32: bytes.readUInt32LE(14),
    compressedSize: sizes.compressedSize,
    size: sizes.size,
    extra: bytes.subarray(nameEnd, headerSize),
    headerSize,
  };
}

/** Whether an end-record value refers to the ZIP64 record. */
export const defersToZip64 = (value: number, bits: 16 | 32): boolean =>
  value === (bits === 16 ? MAX_16 : MAX_32);
