import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ignoreMissing, PlatformError, reasonOf, type Logger } from '../../kernel/index.ts';

/** Minimum length of a secret written by hand. Generated ones have 43 characters. */
const SHORTEST = 32;

/**
 * Reads the secret in a file, and creates the file for its owner only when it is missing.
 *
 * Two hosts that start on one directory at the same time get the same secret.
 *
 * @param file absolute path
 * @throws SECRET_KEY_UNUSABLE when it cannot be read or written, or is too short
 */
export async function secretOfFile(file: string, logger: Logger): Promise<string> {
  try {
    const text = (await textOf(file)) ?? (await make(file));
    const { mode } = await stat(file);
    if ((mode & 0o007) !== 0) {
      logger.warn('Other users of this machine can read the secret key', { file, fix: `chmod 600 ${file}` });
    }
    return longEnough(file, text);
  } catch (error) {
    if (error instanceof PlatformError) throw error;
    throw unusable(file, reasonOf(error), error);
  }
}

/**
 * Reads the secret in a file that may be missing.
 *
 * @throws SECRET_KEY_UNUSABLE when it cannot be read, or is too short
 */
export async function existingSecret(file: string): Promise<string | undefined> {
  try {
    const text = await textOf(file);
    return text === undefined ? undefined : longEnough(file, text);
  } catch (error) {
    if (error instanceof PlatformError) throw error;
    throw unusable(file, reasonOf(error), error);
  }
}

function longEnough(file: string, text: string): string {
  if (text.length >= SHORTEST) return text;
  throw unusable(file, `it has ${text.length} characters, but needs at least ${SHORTEST}`);
}

const textOf = async (file: string): Promise<string | undefined> =>
  (await readFile(file, 'utf8').catch(ignoreMissing(undefined)))?.trim();

/** Written completely before it gets its name, so that a killed start leaves no partial key. */
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
      // Some file systems have no links.
      if (error.code !== 'EEXIST') await rename(unfinished, file);
    });
  } finally {
    await rm(unfinished, { force: true });
  }
  return (await textOf(file)) ?? '';
}

function unusable(file: string, reason: string, cause?: unknown): PlatformError {
  return new PlatformError({
    code: 'SECRET_KEY_UNUSABLE',
    message: `The secret key of this platform cannot be used: ${file}: ${reason}.`,
    fix: 'Let the user of the host read the file and write to its folder, or restore the file from a backup.',
    cause,
  });
}
