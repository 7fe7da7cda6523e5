import { statfs } from 'node:fs/promises';

/** Bytes of the disk that holds a path, and those that are free for this process. */
export async function diskSpace(path: string): Promise<{ readonly total: number; readonly free: number }> {
  const { bsize, blocks, bavail } = await statfs(path);
  return { total: bsize * blocks, free: bsize * bavail };
}
