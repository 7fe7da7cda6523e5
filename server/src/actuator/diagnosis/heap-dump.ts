import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeHeapSnapshot } from 'node:v8';
import { announceLongWork } from '../../kernel/index.ts';
import { DUMP } from './dump-file.ts';

/**
 * Writes the heap into a file, alone in its folder.
 *
 * The stream of `v8.getHeapSnapshot` would hold the whole text in memory, and it belongs to a
 * native object of its thread: a thread that ends before the stream does takes the process with it.
 *
 * @param tempDir needs free space of about the size of the heap
 * @returns the folder
 * @throws DISK_FULL (507)
 */
export async function writeHeapDump(tempDir: string): Promise<string> {
  await mkdir(tempDir, { recursive: true });
  const folder = await mkdtemp(join(tempDir, 'heap-'));
  try {
    announceLongWork('heapDump');
    writeHeapSnapshot(join(folder, DUMP));
    return folder;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
