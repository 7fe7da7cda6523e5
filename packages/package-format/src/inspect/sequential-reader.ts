import type { ByteSource } from '../zip/byte-source.ts';

const CHUNK = 256 * 1024;

/** Reads a source once from beginning to end. */
export class SequentialReader {
  readonly #source: ByteSource;
  /** Reused for every read: a buffer for each chunk would burden the garbage collector. */
  readonly #space = Buffer.allocUnsafe(CHUNK);
  #loaded = 0;
  #buffer: Buffer = Buffer.alloc(0);

  constructor(source: ByteSource) {
    this.#source = source;
  }

  /** Offset of the next byte. */
  get position(): number {
    return this.#loaded - this.#buffer.length;
  }

  /** Returns the next `length` bytes in a buffer of their own; fewer at the end of the source. */
  async take(length: number): Promise<Buffer> {
    const taken = Buffer.allocUnsafe(Math.min(length, this.#source.size - this.position));
    let filled = 0;
    for await (const chunk of this.chunks(taken.length)) filled += chunk.copy(taken, filled);
    return taken.subarray(0, filled);
  }

  /** Yields the next `length` bytes in chunks, each valid until the next is requested. */
  async *chunks(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0;) {
      if (this.#buffer.length === 0 && !(await this.#load())) return;
      const chunk = this.#buffer.subarray(0, left);
      this.#buffer = this.#buffer.subarray(chunk.length);
      left -= chunk.length;
      yield chunk;
    }
  }

  async skipTo(position: number): Promise<void> {
    for await (const chunk of this.chunks(position - this.position)) void chunk;
  }

  async #load(): Promise<boolean> {
    const chunk = await this.#source.read(this.#loaded, CHUNK, this.#space);
    if (chunk.length === 0) return false;
    this.#loaded += chunk.length;
    this.#buffer = chunk;
    return true;
  }
}
