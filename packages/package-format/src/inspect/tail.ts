/** Keeps the last bytes of a stream in one reusable buffer. */
export class Tail {
  readonly #space: Buffer;
  #length = 0;

  /** @param size number of bytes to keep */
  constructor(size: number) {
    this.#space = Buffer.allocUnsafe(size);
  }

  clear(): void {
    this.#length = 0;
  }

  write(chunk: Buffer): void {
    const last = chunk.subarray(-this.#space.length);
    const kept = Math.min(this.#length, this.#space.length - last.length);
    this.#space.copyWithin(0, this.#length - kept, this.#length);
    last.copy(this.#space, kept);
    this.#length = kept + last.length;
  }

  /** Valid until the next write. */
  get bytes(): Buffer {
    return this.#space.subarray(0, this.#length);
  }
}
