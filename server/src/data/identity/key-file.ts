import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PlatformError, reasonOf, type Logger } from '../../kernel/index.ts';

/** What the host writes has 43; a secret that somebody wrote by hand has this many at least. */
const SHORTEST = 32;

/**
 * The secret in a file, which is made where it is missing, for its owner only. Two hosts that start at the same time on one
 * directory get the same.
 *
 * @param file absolute
 * @throws SECRET_KEY_UNUSABLE when it cannot be read or written, or holds too little
 */
export async function secretOfFile(file: string, logger: Logger): Promise<string> {
  try {
    const text = (await read(file)) ?? (await make(file));
    const { mode } = await stat(file);
    if ((mode & 0o007) !== 0) {
      logger.warn('Everybody on this machine may read the secret key', { file, fix: `chmod 600 ${file}` });
    }
    if (text.length >= SHORTEST) return text;
    throw unusable(file, `it holds ${text.length} characters, and ${SHORTEST} are the least`);
  } catch (error) {
    if (error instanceof PlatformError) throw error;
    throw unusable(file, reasonOf(error), error);
  }
}

async function read(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Written whole before it has its name: a start that is killed leaves no half key. */
async function make(file: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(unfinished, `${randomBytes(32).toString('base64url')}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    });
    await link(unfinished, file).catch(async (error: NodeJS.ErrnoException) => {
      // Not every file system has links.
      if (error.code !== 'EEXIST') await rename(unfinished, file);
    });
  } finally {
    await rm(unfinished, { force: true });
  }
  return (await read(file)) ?? '';
}

function unusable(file: string, reason: string, cause?: unknown): PlatformError {
  return new PlatformError({
    code: 'SECRET_KEY_UNUSABLE',
    message: `The secret key of this platform cannot be used: ${file}: ${reason}.`,
    fix: 'Put the file back from a backup, or make its folder writable; without the file a start makes another key, which ends sessions and links.',
    cause,
  });
}
