import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** A file for the package: name of the entry and path of the source. */
export interface PackagedFile {
  name: string;
  content: Buffer | { file: string };
}

/** Left by editors and operating systems. */
const LEFT_OVER = /(^|\/)(\..*|Thumbs\.db|desktop\.ini)$/;

/**
 * All files of a folder as entries below `prefix`, names in NFC. Hidden files and what systems
 * leave behind are not among them.
 */
export async function collectFiles(dir: string, prefix: string): Promise<PackagedFile[]> {
  const found = await readdir(dir, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ file, path: relative(dir, file).split(sep).join('/') }))
    .filter(({ path }) => !path.split('/').some((part) => LEFT_OVER.test(part)))
    .map(({ file, path }) => ({ name: `${prefix}${path.normalize('NFC')}`, content: { file } }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
