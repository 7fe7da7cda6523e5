import { verify } from 'node:crypto';
import { PackageFormatError } from '../errors.ts';
import type { TrustedKey } from './keys.ts';
import {
  formatSignedText,
  parseSignature,
  SIGNATURE_ENTRY,
  type SignatureFile,
  type SignedFile,
} from './signature-file.ts';

export type SignatureState = 'signed' | 'unsigned' | 'invalid' | 'unverifiable';

export interface SignatureVerdict {
  state: SignatureState;
  keyId?: string;
  /** Why the state is not `signed`. */
  reason?: string;
}

export interface VerifyInput {
  /** Content of `signature.txt`; undefined when the package has none. */
  signature: Uint8Array | undefined;
  /** All files of the package; `signature.txt` is ignored. */
  files: readonly SignedFile[];
  /** Code and version of the manifest; undefined when it cannot be read. */
  manifest: { code: string; version: string } | undefined;
  trustedKeys: readonly TrustedKey[];
  /** Ids of revoked keys. */
  revokedKeys?: readonly string[];
}

const MAX_NAMED = 3;

/**
 * Verifies the signature of a package: grammar, key, application, version and set of files.
 *
 * `unverifiable` means an unknown key. Nothing is thrown. (design 4.2)
 */
export function verifySignature(input: VerifyInput): SignatureVerdict {
  if (!input.signature) return { state: 'unsigned', reason: 'The package has no signature.txt.' };
  let file: SignatureFile;
  try {
    file = parseSignature(input.signature);
  } catch (error) {
    if (!(error instanceof PackageFormatError)) throw error;
    return { state: 'invalid', reason: error.message };
  }
  return { keyId: file.keyId, ...judge(file, input) };
}

function judge(file: SignatureFile, input: VerifyInput): SignatureVerdict {
  const invalid = (reason: string): SignatureVerdict => ({ state: 'invalid', reason });
  if (input.revokedKeys?.includes(file.keyId)) return invalid(`Key ${file.keyId} has been revoked.`);
  const trusted = input.trustedKeys.find(({ keyId }) => keyId === file.keyId);
  if (!trusted) return { state: 'unverifiable', reason: `Key ${file.keyId} is not a trusted key.` };
  if (!verify(null, Buffer.from(formatSignedText(file)), trusted.key, file.signature)) {
    return invalid('The signature does not match the list of files above it.');
  }
  const { manifest } = input;
  if (!manifest)
    return invalid('The manifest cannot be read, so application and version cannot be compared.');
  if (file.app !== manifest.code || file.version !== manifest.version) {
    return invalid(
      `The signature is for ${file.app} ${file.version}, but the manifest says ${manifest.code} ${manifest.version}.`,
    );
  }
  const difference = compareFiles(file.files, input.files);
  return difference ? invalid(difference) : { state: 'signed' };
}

function compareFiles(signed: readonly SignedFile[], present: readonly SignedFile[]): string | undefined {
  const inPackage = new Map(
    present.filter(({ path }) => path !== SIGNATURE_ENTRY).map((file) => [file.path, file]),
  );
  const missing = signed.filter(({ path }) => !inPackage.has(path)).map(({ path }) => path);
  const changed = signed.flatMap((file) => {
    const other = inPackage.get(file.path);
    return other && (other.sha256 !== file.sha256 || other.size !== file.size) ? [file.path] : [];
  });
  const covered = new Set(signed.map(({ path }) => path));
  const added = [...inPackage.keys()].filter((path) => !covered.has(path));
  const parts = [
    named('changed after signing', changed),
    named('missing', missing),
    named('not covered', added),
  ];
  return parts.some(Boolean) ? `${parts.filter(Boolean).join('; ')}.` : undefined;
}

function named(what: string, paths: readonly string[]): string {
  if (paths.length === 0) return '';
  const rest = paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} more` : '';
  return `${what}: ${paths.slice(0, MAX_NAMED).join(', ')}${rest}`;
}
