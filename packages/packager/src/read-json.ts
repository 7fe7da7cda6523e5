import { readFile } from 'node:fs/promises';

/** Reads a JSON file. The message of its error is fit for people. */
export async function readJsonFile(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8');
  // The parser would print the mark, and nobody sees it.
  if (text.startsWith('\ufeff')) {
    throw new SyntaxError('it begins with a byte order mark. Save it as UTF-8 without one.');
  }
  return JSON.parse(text);
}
