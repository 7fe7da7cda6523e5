import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHostDatabase } from './open.ts';

const FILE = 'platform.db';
let migrated: Promise<Buffer> | undefined;

/**
 * Copies a database with the host's empty tables into a data directory. Copying takes a hundredth
 * of the time of the migrations. An existing database stays.
 */
export async function placeMigratedDatabase(directory: string): Promise<void> {
  const content = await (migrated ??= migrate());
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, FILE), content, { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
}

async function migrate(): Promise<Buffer> {
  const directory = await mkdtemp(join(tmpdir(), 'platform-migrated-'));
  try {
    const file = join(directory, FILE);
    await (await openHostDatabase({ type: 'sqlite', file })).close();
    return await readFile(file);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
