/** The last bytes of what is written to it, in one space that is used again and again. */
export class Tail {
  readonly #space: Buffer;
  #length = 0;

  /** @param size bytes that are kept */
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

  /** Good until something is written. */
  get bytes(): Buffer {
    return this.#space.subarray(0, this.#length);
  }
}
