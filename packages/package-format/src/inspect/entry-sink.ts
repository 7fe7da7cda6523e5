import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';

/** Enough of a file's beginning to recognise what it is. */
const HEAD = 512;

export interface SinkTarget {
  /** Keep the content in memory up to this many bytes; a longer one is dropped and `content` is undefined. */
  keep?: number;
  /** Write the content to this file. */
  file?: string;
}

/** Takes one entry's unpacked bytes: measures, hashes, and keeps what was asked for. */
export class EntrySink {
  size = 0;
  checksum = 0;
  readonly #hash = createHash('sha256');
  readonly #limit: number;
  readonly #file: number | undefined;
  #head = Buffer.alloc(0);
  #kept: Buffer[] = [];

  constructor({ keep = 0, file }: SinkTarget) {
    this.#limit = keep;
    this.#file = file === undefined ? undefined : openSync(file, 'w');
  }

  write(chunk: Buffer): void {
    this.size += chunk.length;
    this.checksum = crc32(chunk, this.checksum);
    this.#hash.update(chunk);
    if (this.#head.length < HEAD)
      this.#head = Buffer.concat([this.#head, chunk.subarray(0, HEAD - this.#head.length)]);
    if (this.size <= this.#limit) this.#kept.push(Buffer.from(chunk));
    else this.#kept = [];
    if (this.#file !== undefined) writeSync(this.#file, chunk);
  }

  /** Closes the file, if there is one. */
  end(): { size: number; crc32: number; sha256: string; head: Buffer; content: Buffer | undefined } {
    if (this.#file !== undefined) closeSync(this.#file);
    const content = this.size <= this.#limit ? Buffer.concat(this.#kept) : undefined;
    return {
      size: this.size,
      crc32: this.checksum,
      sha256: this.#hash.digest('hex'),
      head: this.#head,
      content,
    };
  }
}
