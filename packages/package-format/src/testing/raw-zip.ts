import { crc32, deflateRawSync } from 'node:zlib';

/** A zip entry whose fields can all be falsified. */
export interface RawEntry {
  name: string | Buffer;
  content?: Buffer | string;
  /** Stored bytes, in place of the compressed content. */
  packed?: Buffer;
  method?: number;
  flags?: number;
  /** Unix mode in the central directory. */
  mode?: number;
  /** Fields of the local header that differ from the central directory. */
  local?: Partial<RawFields>;
  central?: Partial<RawFields>;
  /** Bytes behind the data: a data descriptor, or hidden data. */
  trailer?: Buffer;
  /** Omits the entry, so that the directory names a missing one. */
  withoutLocal?: boolean;
  /** Omits the directory record, so that the entry is hidden. */
  withoutCentral?: boolean;
}

export interface RawFields {
  name: Buffer;
  /** Version needed to extract, times ten. */
  version: number;
  flags: number;
  method: number;
  time: number;
  crc: number;
  packedSize: number;
  size: number;
  offset: number;
  extra: Buffer;
  /** In the central directory only. */
  comment: string;
  disk: number;
  /** System and version that created the entry. */
  madeBy: number;
  /** Unix mode in the high half, DOS attributes in the low half. */
  attributes: number;
}

export interface RawOptions {
  before?: Buffer;
  /** Bytes between the last entry and the directory. */
  gap?: Buffer;
  after?: Buffer;
  /** Bytes between the directory and the end record, where Zip64 records lie. */
  records?: (start: number, size: number) => Buffer;
  comment?: string | Buffer;
  count?: number;
}

/** Builds a zip archive byte by byte, valid by default. */
export function rawZip(entries: readonly RawEntry[], options: RawOptions = {}): Buffer {
  const parts: Buffer[] = [];
  let position = 0;
  const append = (...buffers: Buffer[]): void => {
    parts.push(...buffers);
    for (const { length } of buffers) position += length;
  };
  append(options.before ?? Buffer.alloc(0));
  const central: Buffer[] = [];
  for (const entry of entries) {
    const content = Buffer.from(entry.content ?? '');
    const method = entry.method ?? 8;
    const stored = entry.packed ?? (method === 8 ? deflateRawSync(content) : content);
    const fields: RawFields = {
      name: Buffer.from(entry.name),
      version: 20,
      flags: entry.flags ?? 0x0800,
      method,
      time: 0x00210000,
      crc: crc32(content),
      packedSize: stored.length,
      size: content.length,
      offset: position,
      extra: Buffer.alloc(0),
      comment: '',
      disk: 0,
      madeBy: (3 << 8) | 20,
      attributes: (entry.mode ?? 0o100644) * 0x10000,
    };
    if (!entry.withoutLocal) {
      append(localHeader({ ...fields, ...entry.local }), stored, entry.trailer ?? Buffer.alloc(0));
    }
    if (!entry.withoutCentral) central.push(centralHeader({ ...fields, ...entry.central }));
  }
  append(options.gap ?? Buffer.alloc(0));
  const start = position;
  append(...central);
  const size = position - start;
  append(options.records?.(start, size) ?? Buffer.alloc(0));
  append(endRecord(options.count ?? central.length, size, start, Buffer.from(options.comment ?? '')));
  return Buffer.concat([...parts, options.after ?? Buffer.alloc(0)]);
}

/** One extra field of a header. */
export function extraField(id: number, data: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, data]);
}

/** Writes little-endian numbers of 2, 4 and 8 bytes, as headers and extra fields contain them. */
export const bytesOf = (...values: ReadonlyArray<readonly [bytes: 2 | 4 | 8, value: number]>): Buffer =>
  Buffer.concat(
    values.map(([bytes, value]) => {
      const field = Buffer.alloc(8);
      field.writeBigUInt64LE(BigInt(value));
      return field.subarray(0, bytes);
    }),
  );

function localHeader(fields: RawFields): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  writeCommon(header, 4, fields);
  return Buffer.concat([header, fields.name, fields.extra]);
}

function centralHeader(fields: RawFields): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(fields.madeBy, 4);
  writeCommon(header, 6, fields);
  header.writeUInt16LE(fields.comment.length, 32);
  header.writeUInt16LE(fields.disk, 34);
  header.writeUInt32LE(fields.attributes, 38);
  header.writeUInt32LE(fields.offset, 42);
  return Buffer.concat([header, fields.name, fields.extra, Buffer.from(fields.comment)]);
}

/** Fields that local header and directory record share, in their order. */
function writeCommon(header: Buffer, at: number, fields: RawFields): void {
  bytesOf(
    [2, fields.version],
    [2, fields.flags],
    [2, fields.method],
    [4, fields.time],
    [4, fields.crc],
    [4, fields.packedSize],
    [4, fields.size],
    [2, fields.name.length],
    [2, fields.extra.length],
  ).copy(header, at);
}

function endRecord(count: number, size: number, start: number, comment: Buffer): Buffer {
  const record = bytesOf(
    [4, 0x06054b50],
    [4, 0],
    [2, count & 0xffff],
    [2, count & 0xffff],
    [4, size],
    [4, start],
    [2, comment.length],
  );
  return Buffer.concat([record, comment]);
}
