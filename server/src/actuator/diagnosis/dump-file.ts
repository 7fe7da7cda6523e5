import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { heldStream } from '../../kernel/index.ts';

/** Name of a dump in its folder. */
export const DUMP = 'dump';

export interface DumpFile {
  /** In bytes. */
  readonly size: number;
  readonly content: Readable;
}

/** Writes a dump that is in memory into a folder of its own. @returns the folder */
export async function writeDump(tempDir: string, content: Buffer): Promise<string> {
  await mkdir(tempDir, { recursive: true });
  const folder = await mkdtemp(join(tempDir, 'dump-'));
  await writeFile(join(folder, DUMP), content, { mode: 0o600 });
  return folder;
}

/**
 * Opens a dump and removes its name: only the stream leads to it, and its space is free once the
 * stream is closed, however the download ends.
 */
export async function openDump(folder: string): Promise<DumpFile> {
  try {
    const file = await open(join(folder, DUMP));
    const { size } = await file.stat();
    return { size, content: heldStream(file.createReadStream()) };
  } finally {
    await removeDump(folder);
  }
}

export const removeDump = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });
