import { createHash } from 'node:crypto';
import type { ByteSource } from '../zip/byte-source.ts';

const CHUNK = 256 * 1024;

/** Reads a source once from its beginning to its end, hashing every byte on the way. */
export class SequentialReader {
  readonly #source: ByteSource;
  readonly #md5 = createHash('md5');
  readonly #sha256 = createHash('sha256');
  #loaded = 0;
  #buffer: Buffer = Buffer.alloc(0);

  constructor(source: ByteSource) {
    this.#source = source;
  }

  /** Offset of the next byte. */
  get position(): number {
    return this.#loaded - this.#buffer.length;
  }

  /** The next `length` bytes; fewer at the end of the source. */
  async take(length: number): Promise<Buffer> {
    while (this.#buffer.length < length && (await this.#load()));
    const taken = this.#buffer.subarray(0, length);
    this.#buffer = this.#buffer.subarray(length);
    return taken;
  }

  /** The next `length` bytes in pieces. */
  async *chunks(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0;) {
      if (this.#buffer.length === 0 && !(await this.#load())) return;
      const chunk = await this.take(Math.min(left, this.#buffer.length));
      left -= chunk.length;
      yield chunk;
    }
  }

  async skipTo(position: number): Promise<void> {
    for await (const chunk of this.chunks(position - this.position)) void chunk;
  }

  /** Reads what is left and gives the hashes of the whole, in hexadecimal. */
  async finish(): Promise<{ md5: string; sha256: string }> {
    await this.skipTo(this.#source.size);
    return { md5: this.#md5.digest('hex'), sha256: this.#sha256.digest('hex') };
  }

  async #load(): Promise<boolean> {
    const chunk = await this.#source.read(this.#loaded, CHUNK);
    if (chunk.length === 0) return false;
    this.#md5.update(chunk);
    this.#sha256.update(chunk);
    this.#loaded += chunk.length;
    this.#buffer = this.#buffer.length === 0 ? chunk : Buffer.concat([this.#buffer, chunk]);
    return true;
  }
}
