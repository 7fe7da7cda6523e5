import { copyFile, link, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { VARIANTS } from './compress.ts';
import { exists, namesIn } from './files.ts';

/** Beside the running files of an application, one folder for each kept version. */
const KEPT = '~v';

/**
 * Folder of the frontend files of one version, below the folder of remote applications:
 * `<code>/~v/<version>`. (design 16-15)
 */
export const keptFolder = (appCode: string, version: string): string => join(appCode, KEPT, version);

/** After the name of a version whose folder is not complete. */
const INCOMPLETE = '~';

/** Versions of an application that have a folder of their own. */
export async function keptVersions(frontendDir: string, appCode: string): Promise<string[]> {
  const names = await namesIn(join(frontendDir, appCode, KEPT));
  return names.filter((name) => !name.endsWith(INCOMPLETE));
}

/**
 * Also keeps the running files of an application under their version, so that an address with a
 * version still serves its files. Links are enough where the file system has them, because a
 * switch renames other files into place.
 */
export async function keepVersion(
  frontendDir: string,
  appCode: string,
  version: string,
  files: readonly string[],
): Promise<void> {
  const complete = join(frontendDir, keptFolder(appCode, version));
  const folder = `${complete}${INCOMPLETE}`;
  await rm(folder, { recursive: true, force: true });
  for (const file of files) {
    for (const variant of ['', ...VARIANTS]) {
      const from = join(frontendDir, appCode, file + variant);
      if (!(await exists(from))) continue;
      const place = join(folder, file + variant);
      await mkdir(dirname(place), { recursive: true });
      await link(from, place).catch(() => copyFile(from, place));
    }
  }
  await rm(complete, { recursive: true, force: true });
  if (await exists(folder)) await rename(folder, complete);
}

/** Removes the kept versions of an application, except some. */
export async function dropVersions(
  frontendDir: string,
  appCode: string,
  except: readonly string[],
): Promise<void> {
  const names = await namesIn(join(frontendDir, appCode, KEPT));
  const others = names.filter((version) => !except.includes(version));
  for (const version of others) {
    await rm(join(frontendDir, keptFolder(appCode, version)), { recursive: true, force: true });
  }
}
