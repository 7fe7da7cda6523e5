import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { writeHeapSnapshot } from 'node:v8';
import { announceLongWork, heldStream } from '../../kernel/index.ts';

export interface HeapDump {
  /** In bytes. */
  readonly size: number;
  readonly content: Readable;
}

/**
 * Writes the heap into a file that has no name any more when this resolves: only the stream leads
 * to it, and its space is free once the stream is closed, however the download ends.
 *
 * The stream of `v8.getHeapSnapshot` would hold the whole text in memory, and it belongs to a
 * native object of its thread: a thread that ends before the stream does takes the process with it.
 *
 * @param tempDir needs free space of about the size of the heap
 * @throws DISK_FULL (507)
 */
export async function takeHeapDump(tempDir: string): Promise<HeapDump> {
  await mkdir(tempDir, { recursive: true });
  const folder = await mkdtemp(join(tempDir, 'heap-'));
  try {
    announceLongWork('heapDump');
    const file = await open(writeHeapSnapshot(join(folder, 'dump')));
    const { size } = await file.stat();
    return { size, content: heldStream(file.createReadStream()) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
