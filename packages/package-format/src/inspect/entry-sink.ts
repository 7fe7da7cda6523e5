import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { endsAsZip } from './ends-as-zip.ts';
import { ServerPageSearch, type ServerPage } from './server-pages.ts';
import type { Tail } from './tail.ts';

/** Bytes at the beginning of a file that identify its type. */
const HEAD = 512;

export interface SinkTarget {
  /** Keeps the content up to this many bytes; `content` is undefined for a longer one. */
  keep?: number;
  /** Write the content to this file. */
  file?: string;
}

/** Measurements of one entry. */
export interface Measured {
  size: number;
  crc32: number;
  sha256: string;
  /** Its first bytes. */
  head: Buffer;
  endsAsZip: boolean;
  /** Server languages whose opening tags occur in the content. */
  serverPages: ReadonlySet<ServerPage>;
  content: Buffer | undefined;
}

/** Receives the unpacked bytes of one entry, and measures, hashes and keeps them. */
export class EntrySink {
  size = 0;
  checksum = 0;
  readonly #hash = createHash('sha256');
  readonly #limit: number;
  readonly #file: number | undefined;
  readonly #tail: Tail;
  readonly #pages = new ServerPageSearch();
  #head = Buffer.alloc(0);
  #kept: Buffer[] = [];

  /** @param tail used by one sink at a time */
  constructor({ keep = 0, file }: SinkTarget, tail: Tail) {
    this.#tail = tail;
    tail.clear();
    this.#limit = keep;
    this.#file = file === undefined ? undefined : openSync(file, 'w');
  }

  write(chunk: Buffer): void {
    this.size += chunk.length;
    this.checksum = crc32(chunk, this.checksum);
    this.#hash.update(chunk);
    if (this.#head.length < HEAD)
      this.#head = Buffer.concat([this.#head, chunk.subarray(0, HEAD - this.#head.length)]);
    this.#tail.write(chunk);
    this.#pages.write(chunk);
    if (this.size <= this.#limit) this.#kept.push(Buffer.from(chunk));
    else this.#kept = [];
    if (this.#file !== undefined) writeSync(this.#file, chunk);
  }

  /** Closes the file, if there is one. */
  end(): Measured {
    if (this.#file !== undefined) closeSync(this.#file);
    const content = this.size <= this.#limit ? Buffer.concat(this.#kept) : undefined;
    return {
      size: this.size,
      crc32: this.checksum,
      sha256: this.#hash.digest('hex'),
      head: this.#head,
      endsAsZip: endsAsZip(this.#tail.bytes),
      serverPages: this.#pages.found,
      content,
    };
  }
}
