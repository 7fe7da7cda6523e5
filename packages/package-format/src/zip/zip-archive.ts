import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { crc32, createInflateRaw, inflateRaw } from 'node:zlib';
import { PackageFormatError } from '../errors.ts';
import { openByteSource, type ByteSource } from './byte-source.ts';
import { readDirectory } from './directory.ts';
import {
  FLAG_ENCRYPTED,
  LOCAL_HEADER,
  METHOD_DEFLATED,
  METHOD_STORED,
  parseLocalHeader,
  type ZipEntry,
} from './records.ts';

const inflateRawAsync = promisify(inflateRaw);
const CHUNK = 64 * 1024;

/**
 * Random access to a zip archive in a file or in memory.
 *
 * Contradictory records are refused on opening; size and checksum are verified on reading.
 *
 * @throws ZIP_INVALID, ZIP_ENTRY_MISSING, ZIP_ENTRY_UNREADABLE (PackageFormatError)
 */
export class ZipArchive {
  readonly entries: ReadonlyArray<ZipEntry>;
  readonly #source: ByteSource;
  readonly #byName: Map<string, ZipEntry>;

  private constructor(source: ByteSource, entries: readonly ZipEntry[]) {
    this.#source = source;
    this.entries = entries;
    this.#byName = new Map(entries.map((entry) => [entry.name, entry]));
  }

  /** @param source path of the archive, or its bytes */
  static async open(source: string | Buffer): Promise<ZipArchive> {
    const bytes = await openByteSource(source);
    const { entries, problems } = await readDirectory(bytes);
    const problem = problems[0];
    if (problem) {
      await bytes.close();
      throw new PackageFormatError({
        code: 'ZIP_INVALID',
        message: `The archive cannot be read: ${problem.message}`,
        fix: 'Build or download the archive again.',
        details: problems,
      });
    }
    return new ZipArchive(bytes, entries);
  }

  /** Wraps an open source whose directory is known. The caller closes the source. */
  static over(source: ByteSource, entries: readonly ZipEntry[]): ZipArchive {
    return new ZipArchive(source, entries);
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  /** Returns the unpacked bytes of an entry. */
  async read(name: string): Promise<Buffer> {
    const entry = this.#entry(name);
    const packed = await this.readPacked(name);
    const bytes = entry.method === METHOD_STORED ? packed : await inflate(entry, packed);
    if (bytes.length !== entry.size || crc32(bytes) !== entry.crc32) throw damaged(entry);
    return bytes;
  }

  /** Returns the stored bytes of an entry, still compressed. */
  async readPacked(name: string): Promise<Buffer> {
    const entry = this.#entry(name);
    const bytes = await this.#source.read(await this.#dataOffset(entry), entry.compressedSize);
    if (bytes.length !== entry.compressedSize) throw damaged(entry);
    return bytes;
  }

  /**
   * Streams the unpacked bytes of an entry. The stream fails at its end on a wrong size or
   * checksum.
   */
  async stream(name: string): Promise<Readable> {
    const entry = this.#entry(name);
    const packed = Readable.from(this.#packedChunks(entry, await this.#dataOffset(entry)));
    if (entry.method === METHOD_STORED) return Readable.from(verified(entry, packed));
    const inflater = createInflateRaw();
    // Forwards errors, including those before the first reader.
    pipeline(packed, inflater, () => undefined);
    return Readable.from(verified(entry, inflater));
  }

  close(): Promise<void> {
    return this.#source.close();
  }

  #entry(name: string): ZipEntry {
    const entry = this.#byName.get(name);
    if (!entry)
      throw new PackageFormatError({
        code: 'ZIP_ENTRY_MISSING',
        message: `The archive has no entry "${name}".`,
      });
    const readable = entry.method === METHOD_STORED || entry.method === METHOD_DEFLATED;
    if (!readable || (entry.flags & FLAG_ENCRYPTED) !== 0) {
      throw new PackageFormatError({
        code: 'ZIP_ENTRY_UNREADABLE',
        message: `"${name}" is encrypted or uses compression method ${entry.method}; only stored and deflated entries are supported.`,
      });
    }
    return entry;
  }

  async #dataOffset(entry: ZipEntry): Promise<number> {
    const fixed = await this.#source.read(entry.localOffset, LOCAL_HEADER.size);
    if (fixed.length < LOCAL_HEADER.size) throw damaged(entry);
    const headerSize = LOCAL_HEADER.size + fixed.readUInt16LE(26) + fixed.readUInt16LE(28);
    const header = parseLocalHeader(await this.#source.read(entry.localOffset, headerSize));
    if (!header?.nameBytes.equals(entry.nameBytes)) throw damaged(entry);
    return entry.localOffset + header.headerSize;
  }

  async *#packedChunks(entry: ZipEntry, start: number): AsyncGenerator<Buffer> {
    for (let done = 0; done < entry.compressedSize; done += CHUNK) {
      yield await this.#source.read(start + done, Math.min(CHUNK, entry.compressedSize - done));
    }
  }
}

async function* verified(entry: ZipEntry, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  let checksum = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > entry.size) throw damaged(entry);
    checksum = crc32(chunk, checksum);
    yield chunk;
  }
  if (size !== entry.size || checksum !== entry.crc32) throw damaged(entry);
}

async function inflate(entry: ZipEntry, packed: Buffer): Promise<Buffer> {
  try {
    return await inflateRawAsync(packed, { maxOutputLength: entry.size + 1 });
  } catch (cause) {
    throw damaged(entry, cause);
  }
}

function damaged(entry: ZipEntry, cause?: unknown): PackageFormatError {
  return new PackageFormatError({
    code: 'ZIP_ENTRY_UNREADABLE',
    message: `"${entry.name}" is damaged: its content does not match the size and checksum in the directory.`,
    fix: 'Build or download the archive again.',
    cause,
  });
}
