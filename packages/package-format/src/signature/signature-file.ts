import { PackageFormatError } from '../errors.ts';
import { CODE_PATTERN } from '../manifest/schema.ts';

/** Entry of the package that holds the detached signature (spec: Authentication 6). */
export const SIGNATURE_ENTRY = 'signature.txt';

export interface SignedFile {
  /** Path in the package: NFC, `/` separated. */
  path: string;
  /** Bytes. */
  size: number;
  /** Lower-case hexadecimal. */
  sha256: string;
}

/** Content of `signature.txt` (design 4.2). */
export interface SignatureFile {
  keyId: string;
  app: string;
  version: string;
  /** Ascending by the bytes of their paths. */
  files: SignedFile[];
  signature: Buffer;
}

const HEADER = ['platform-signature: 1', 'algorithm: ed25519'] as const;
const KEY_ID = /^key-id: ([0-9a-f]{16})$/;
const APP = new RegExp(`^app: (${CODE_PATTERN.slice(1, -1)})$`);
/** Any version of a packager. The manifest check decides whether it is x.y.z (spec: Errors). */
const VERSION = /^version: (\d[0-9A-Za-z.+-]{0,31})$/;
const COUNT = /^files: (0|[1-9]\d{0,5})$/;
const FILE = /^([0-9a-f]{64}) (0|[1-9]\d{0,15}) (.+)$/u;
const SIGNATURE = /^signature: ([A-Za-z0-9+/]{86}==)$/;
/** Control characters and line separators could make a path look like further lines. */
const FORBIDDEN_IN_PATH = /[\p{Cc}\u2028\u2029\\]/u;

export const comparePaths = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The signed bytes: everything above the signature line. */
export function formatSignedText({ keyId, app, version, files }: Omit<SignatureFile, 'signature'>): string {
  const sorted = files.toSorted((a, b) => comparePaths(a.path, b.path));
  return [
    ...HEADER,
    `key-id: ${keyId}`,
    `app: ${app}`,
    `version: ${version}`,
    `files: ${sorted.length}`,
    ...sorted.map(({ sha256, size, path }) => `${sha256} ${size} ${path.normalize('NFC')}`),
    '',
  ].join('\n');
}

/** The whole file. */
export const formatSignature = (file: SignatureFile): string =>
  `${formatSignedText(file)}signature: ${file.signature.toString('base64')}\n`;

/**
 * Parses `signature.txt` by its strict grammar, which has one form for each signature.
 *
 * @throws SIGNATURE_MALFORMED with the line
 */
export function parseSignature(bytes: Uint8Array): SignatureFile {
  const lines = decode(bytes).split('\n');
  const line = (index: number, pattern: RegExp, expected: string): RegExpExecArray => {
    const match = pattern.exec(lines[index] ?? '');
    if (!match) throw malformed(index, expected);
    return match;
  };
  HEADER.forEach((text, index) => {
    if (lines[index] !== text) throw malformed(index, `"${text}"`);
  });
  const keyId = line(2, KEY_ID, '"key-id: " and 16 hexadecimal digits')[1]!;
  const app = line(3, APP, '"app: " and the application code')[1]!;
  const version = line(4, VERSION, '"version: " and the version')[1]!;
  const count = Number(line(5, COUNT, '"files: " and their number')[1]);
  const files = lines.slice(6, 6 + count).map((_, index) => {
    const [, sha256, size, path] = line(6 + index, FILE, 'hash, size and path of a file');
    if (FORBIDDEN_IN_PATH.test(path!) || path !== path!.normalize('NFC'))
      throw malformed(6 + index, 'a plain path in NFC');
    return { sha256: sha256!, size: Number(size), path: path };
  });
  files.forEach(({ path }, index) => {
    const previous = files[index - 1];
    if (previous && comparePaths(previous.path, path) >= 0)
      throw malformed(6 + index, 'paths in ascending order, each once');
  });
  const signature = canonicalBase64(
    line(6 + count, SIGNATURE, '"signature: " and 88 digits of Base64')[1]!,
    6 + count,
  );
  if (lines.length !== 8 + count || lines.at(-1) !== '')
    throw malformed(7 + count, 'the end of the file after one line feed');
  return { keyId, app, version, files, signature };
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw malformed(0, 'UTF-8', cause);
  }
}

/** Base64 ignores some bits, so that one value could have two spellings. */
function canonicalBase64(text: string, index: number): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw malformed(index, 'canonical Base64');
  return bytes;
}

function malformed(index: number, expected: string, cause?: unknown): PackageFormatError {
  return new PackageFormatError({
    code: 'SIGNATURE_MALFORMED',
    message: `signature.txt, line ${index + 1}: expected ${expected}.`,
    fix: 'Sign the package again. signature.txt cannot be edited by hand.',
    cause,
  });
}
