import type { Finding } from '../finding.ts';
import {
  FLAG_ENCRYPTED,
  FLAG_MASKED_HEADERS,
  FLAG_STRONG_ENCRYPTION,
  FLAGS_KNOWN,
  METHOD_DEFLATED,
  METHOD_STORED,
  type ZipEntry,
} from '../zip/records.ts';
import { inMegabytes, LIMITS } from './limits.ts';

const TYPE_MASK = 0o170000;
const TYPE_LINK = 0o120000;
const TYPE_FILE = 0o100000;
const TYPE_DIRECTORY = 0o040000;
const SET_ID = 0o6000;
/** Volume label, folder, device. */
const DOS_NO_FILE = 0x0008 | 0x0010 | 0x0040;
const WINDOWS_LINK = 0x0400;
const FLAGS_ENCRYPTION = FLAG_ENCRYPTED | FLAG_STRONG_ENCRYPTION | FLAG_MASKED_HEADERS;

const error = (code: string, entry: string | undefined, message: string, fix: string): Finding => {
  return {
    code,
    severity: 'error',
    entry,
    message: entry === undefined ? message : `"${entry}": ${message}`,
    fix,
  };
};

/** Links, special files, encryption, compression methods, sizes (design 4.3). */
export function checkAttributes(entries: readonly ZipEntry[], packageSize: number): Finding[] {
  return [
    ...(entries.length > LIMITS.entries ? [] : entries.flatMap(checkEntry)),
    ...checkTotals(entries, packageSize),
  ];
}

function checkEntry(entry: ZipEntry): Finding[] {
  const { name, mode, dosAttributes, flags, method, size, compressedSize } = entry;
  const findings: Finding[] = [];
  const add = (code: string, message: string, fix: string): number =>
    findings.push(error(code, name, message, fix));
  const type = mode & TYPE_MASK;
  const isFolder = name.endsWith('/');
  if (type === TYPE_LINK || (dosAttributes & WINDOWS_LINK) !== 0) {
    add('ENTRY_LINK', 'it is a symbolic link.', 'Pack the file itself.');
  }
  if (type !== TYPE_LINK && type !== 0 && type !== TYPE_FILE && type !== TYPE_DIRECTORY) {
    add('ENTRY_SPECIAL', 'it is a device, pipe or socket.', 'Pack ordinary files only.');
  } else if (isFolder ? size > 0 : type === TYPE_DIRECTORY || (dosAttributes & DOS_NO_FILE) !== 0) {
    add(
      'ENTRY_SPECIAL',
      'it is a folder with data, or a file marked as a folder.',
      'Build with the packager.',
    );
  }
  if (!isFolder && (mode & SET_ID) !== 0) {
    add('ENTRY_SPECIAL', 'it asks to run as its owner (setuid).', 'Pack ordinary files only.');
  }
  if ((flags & FLAGS_ENCRYPTION) !== 0) {
    add('ENTRY_ENCRYPTED', 'it is encrypted.', 'Pack it without a password.');
  } else if ((flags & ~FLAGS_KNOWN) !== 0) {
    const unknown = (flags & ~FLAGS_KNOWN).toString(16).padStart(4, '0');
    add('ENTRY_FLAGS', `it has unknown flags 0x${unknown}.`, 'Build with the packager.');
  }
  if (method !== METHOD_STORED && method !== METHOD_DEFLATED) {
    add(
      'ENTRY_METHOD',
      `it uses the unknown compression method ${method}.`,
      'Build with the packager, which stores or deflates entries.',
    );
  }
  if (method === METHOD_STORED && size !== compressedSize) {
    add('ENTRY_DAMAGED', 'it is stored uncompressed, but its two sizes differ.', 'Build with the packager.');
  }
  if (size > LIMITS.ratioFrom && size > compressedSize * LIMITS.ratio) {
    add(
      'PACKAGE_RATIO',
      `it unpacks to more than ${LIMITS.ratio} times its compressed size.`,
      'Remove padding and repeated content.',
    );
  }
  return findings;
}

function checkTotals(entries: readonly ZipEntry[], packageSize: number): Finding[] {
  const findings: Finding[] = [];
  if (entries.length > LIMITS.entries) {
    const message = `The package has more than ${LIMITS.entries} entries, which is the limit.`;
    findings.push(
      error(
        'PACKAGE_TOO_MANY_ENTRIES',
        undefined,
        message,
        'Remove files that the application does not need.',
      ),
    );
  }
  const unpacked = entries.reduce((sum, { size }) => sum + size, 0);
  if (unpacked > LIMITS.unpackedSize) {
    const message = `The package unpacks to ${inMegabytes(unpacked)}; the limit is ${inMegabytes(LIMITS.unpackedSize)}.`;
    findings.push(
      error('PACKAGE_UNPACKED_SIZE', undefined, message, 'Remove files that the application does not need.'),
    );
  }
  // The manifest has a limit of its own; one that is padded up to it is no bomb.
  const beside = entries.reduce((sum, { name, size }) => (name === 'app.json' ? sum : sum + size), 0);
  if (beside > LIMITS.ratioFrom && beside > packageSize * LIMITS.ratio) {
    const message = `The package unpacks to more than ${LIMITS.ratio} times its compressed size.`;
    findings.push(error('PACKAGE_RATIO', undefined, message, 'Remove padding and repeated content.'));
  }
  return findings;
}
