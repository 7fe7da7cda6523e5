import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Prepares the data directory of one more host of a platform: the same configuration, and the same
 * directories of the local storage.
 */
export function joinPlatform(first: string, joining: string): void {
  cpSync(join(first, 'config'), join(joining, 'config'), { recursive: true });
  for (const folder of ['files', 'upload']) symlinkSync(join(first, folder), join(joining, folder));
}
