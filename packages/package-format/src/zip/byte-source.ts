import { open } from 'node:fs/promises';

/** Random access to the bytes of an archive, in a file or in memory. */
export interface ByteSource {
  /** Length in bytes. */
  readonly size: number;
  /**
   * Returns the bytes of `[offset, offset + length)`; fewer at the end of the source.
   *
   * @param space reusable buffer of at least `length` bytes
   */
  read(offset: number, length: number, space?: Buffer): Promise<Buffer>;
  close(): Promise<void>;
}

class BufferSource implements ByteSource {
  readonly size: number;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.size = bytes.length;
  }

  async read(offset: number, length: number): Promise<Buffer> {
    return this.#bytes.subarray(offset, offset + length);
  }

  async close(): Promise<void> {}
}

/** Opens a path, or the bytes of an archive. */
export async function openByteSource(source: string | Buffer): Promise<ByteSource> {
  if (typeof source !== 'string') return new BufferSource(source);
  const handle = await open(source, 'r');
  const { size } = await handle.stat();
  return {
    size,
    async read(offset, length, space) {
      const wanted = Math.max(0, Math.min(length, size - offset));
      const buffer = space ?? Buffer.allocUnsafe(wanted);
      let filled = 0;
      while (filled < wanted) {
        const { bytesRead } = await handle.read(buffer, filled, wanted - filled, offset + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return buffer.subarray(0, filled);
    },
    close: () => handle.close(),
  };
}
