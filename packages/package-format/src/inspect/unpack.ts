import { createInflateRaw } from 'node:zlib';
import { METHOD_STORED, type ZipEntry } from '../zip/records.ts';
import type { EntrySink } from './entry-sink.ts';
import type { SequentialReader } from './sequential-reader.ts';

/**
 * Unpacks the current entry of `reader` into `sink`, up to the size that the entry declares.
 *
 * @returns what is wrong with the data, or undefined
 * @throws what the file system throws
 */
export async function unpack(
  reader: SequentialReader,
  entry: ZipEntry,
  sink: EntrySink,
): Promise<string | undefined> {
  if (entry.method !== METHOD_STORED) return inflateInto(reader, entry, sink);
  for await (const chunk of reader.chunks(entry.compressedSize)) sink.write(chunk);
  return undefined;
}

async function inflateInto(
  reader: SequentialReader,
  entry: ZipEntry,
  sink: EntrySink,
): Promise<string | undefined> {
  const inflater = createInflateRaw({ chunkSize: 256 * 1024 });
  const state: { problem: string | undefined; failure?: Error } = { problem: undefined };
  inflater.on('data', (chunk: Buffer) => {
    if (state.problem) return;
    if (sink.size + chunk.length > entry.size) state.problem = 'it unpacks to more than it announces';
    else {
      // An exception in an event handler would end the process.
      try {
        sink.write(chunk);
      } catch (error) {
        state.failure = error as Error;
        state.problem = 'it cannot be written to disk';
      }
    }
  });
  const done = new Promise<void>((resolve) => {
    inflater.on('end', resolve);
    inflater.on('error', (error) => {
      state.problem ??= `its compressed data is damaged (${error.message})`;
      resolve();
    });
  });
  for await (const chunk of reader.chunks(entry.compressedSize)) {
    if (state.problem) continue;
    await Promise.race([done, new Promise((resolve) => inflater.write(chunk, resolve))]);
  }
  inflater.end();
  if (!state.problem) await done;
  if (!state.problem && inflater.bytesWritten !== entry.compressedSize)
    state.problem = 'hidden bytes follow its compressed data';
  inflater.destroy();
  if (state.failure) throw state.failure;
  return state.problem;
}
