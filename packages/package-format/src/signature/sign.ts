import { sign } from 'node:crypto';
import { PackageFormatError } from '../errors.ts';
import type { SigningKey } from './keys.ts';
import {
  formatSignature,
  formatSignedText,
  parseSignature,
  SIGNATURE_ENTRY,
  type SignedFile,
} from './signature-file.ts';

export interface Signable {
  app: string;
  version: string;
  /** All files of the package except `signature.txt`, in any order. */
  files: readonly SignedFile[];
}

/**
 * Returns the content of `signature.txt` for a package. (design 4.2)
 *
 * @throws SIGNATURE_MALFORMED for a path, code or version that the format cannot express
 */
export function signFiles({ app, version, files }: Signable, { keyId, key }: SigningKey): string {
  if (files.some(({ path }) => path === SIGNATURE_ENTRY)) {
    throw new PackageFormatError({
      code: 'SIGNATURE_MALFORMED',
      message: 'signature.txt cannot cover itself.',
    });
  }
  const unsigned = { keyId, app, version, files: [...files] };
  const signature = sign(null, Buffer.from(formatSignedText(unsigned)), key);
  const text = formatSignature({ ...unsigned, signature });
  parseSignature(Buffer.from(text));
  return text;
}
