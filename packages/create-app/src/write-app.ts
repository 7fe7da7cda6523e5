import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { format, getFileInfo, resolveConfig } from 'prettier';
import type { AppOptions } from './app-options.ts';
import { CreateAppError } from './errors.ts';
import { filesOf } from './sample.ts';

/**
 * Makes the projects of an application in the repository at `root`: all of them or, after an
 * error, none.
 * @param sample what has the sample's projects under `plugins/` and `frontend/`
 * @returns the paths written, from `root`
 * @throws CreateAppError APP_EXISTS, SAMPLE_MISSING, SAMPLE_CHANGED
 */
export async function writeApp(root: string, sample: string, options: AppOptions): Promise<string[]> {
  const folders = [`plugins/platform-${options.code}`, `frontend/${options.code}-app`];
  const taken = folders.find((folder) => existsSync(join(root, folder)));
  if (taken !== undefined) {
    throw new CreateAppError('APP_EXISTS', `${taken} exists already`, 'Choose another code, or remove it.');
  }
  const files = filesOf(sample, options);
  try {
    for (const [path, text] of files) await write(join(root, path), text);
  } catch (error) {
    for (const folder of folders) await rm(join(root, folder), { recursive: true, force: true });
    throw error;
  }
  return [...files.keys()];
}

/** Formatted as the repository wants it: other names make other line lengths. */
async function write(file: string, text: string): Promise<void> {
  const { inferredParser } = await getFileInfo(file);
  const formatted = inferredParser
    ? await format(text, { ...(await resolveConfig(file)), filepath: file })
    : text;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, formatted);
}
