import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { SIGNATURE_ENTRY, signFiles, type SigningKey } from '@platform/package-format';
import type { PackagedFile } from './collect-files.ts';

/** The package's `signature.txt` over `files`. */
export async function signatureFor(
  files: readonly PackagedFile[],
  app: string,
  version: string,
  key: SigningKey,
): Promise<PackagedFile> {
  const signed = await Promise.all(
    files.map(async ({ name, content }) => {
      const bytes = 'file' in content ? await readFile(content.file) : content;
      return { path: name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
    }),
  );
  return { name: SIGNATURE_ENTRY, content: Buffer.from(signFiles({ app, version, files: signed }, key)) };
}
