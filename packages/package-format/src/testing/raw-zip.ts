import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of which every field can be made to lie. */
export interface RawEntry {
  name: string | Buffer;
  content?: Buffer | string;
  /** Bytes as stored, instead of the content's own. */
  packed?: Buffer;
  method?: number;
  flags?: number;
  /** Unix mode in the central directory. */
  mode?: number;
  /** Fields of the local header that differ from the central one. */
  local?: Partial<RawFields>;
  central?: Partial<RawFields>;
  /** Follows the data: a data descriptor, or hidden bytes. */
  trailer?: Buffer;
}

export interface RawFields {
  name: Buffer;
  flags: number;
  method: number;
  time: number;
  crc: number;
  packedSize: number;
  size: number;
  offset: number;
}

export interface RawOptions {
  before?: Buffer;
  /** Between the last entry and the directory. */
  gap?: Buffer;
  after?: Buffer;
  comment?: string;
  count?: number;
}

/** Builds a ZIP archive byte by byte, honest unless told otherwise. */
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
    const packed = entry.packed ?? (method === 8 ? deflateRawSync(content) : content);
    const fields: RawFields = {
      name: Buffer.from(entry.name),
      flags: entry.flags ?? 0x0800,
      method,
      time: 0x00210000,
      crc: crc32(content),
      packedSize: packed.length,
      size: content.length,
      offset: position,
    };
    append(localHeader({ ...fields, ...entry.local }), packed, entry.trailer ?? Buffer.alloc(0));
    central.push(centralHeader({ ...fields, ...entry.central }, entry.mode ?? 0o100644));
  }
  append(options.gap ?? Buffer.alloc(0));
  const start = position;
  append(...central);
  append(endRecord(options.count ?? entries.length, position - start, start, options.comment ?? ''));
  return Buffer.concat([...parts, options.after ?? Buffer.alloc(0)]);
}

function localHeader(fields: RawFields): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  writeCommon(header, 6, fields);
  header.writeUInt16LE(fields.name.length, 26);
  return Buffer.concat([header, fields.name]);
}

function centralHeader(fields: RawFields, mode: number): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE((3 << 8) | 20, 4);
  header.writeUInt16LE(20, 6);
  writeCommon(header, 8, fields);
  header.writeUInt16LE(fields.name.length, 28);
  header.writeUInt32LE(mode * 0x10000, 38);
  header.writeUInt32LE(fields.offset, 42);
  return Buffer.concat([header, fields.name]);
}

function writeCommon(
  header: Buffer,
  at: number,
  { flags, method, time, crc, packedSize, size }: RawFields,
): void {
  header.writeUInt16LE(flags, at);
  header.writeUInt16LE(method, at + 2);
  header.writeUInt32LE(time, at + 4);
  header.writeUInt32LE(crc, at + 8);
  header.writeUInt32LE(packedSize, at + 12);
  header.writeUInt32LE(size, at + 16);
}

function endRecord(count: number, size: number, start: number, comment: string): Buffer {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(count, 8);
  record.writeUInt16LE(count, 10);
  record.writeUInt32LE(size, 12);
  record.writeUInt32LE(start, 16);
  record.writeUInt16LE(comment.length, 20);
  return Buffer.concat([record, Buffer.from(comment)]);
}
