import type { Finding } from '../finding.ts';
import {
  FLAG_ENCRYPTED,
  FLAG_STRONG_ENCRYPTION,
  METHOD_DEFLATED,
  METHOD_STORED,
  type ZipEntry,
} from '../zip/records.ts';
import { inMegabytes, LIMITS } from './limits.ts';

const TYPE_MASK = 0o170000;
const TYPE_LINK = 0o120000;
const TYPE_FILE = 0o100000;
const TYPE_DIRECTORY = 0o040000;

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
  return [...entries.flatMap(checkEntry), ...checkTotals(entries, packageSize)];
}

function checkEntry(entry: ZipEntry): Finding[] {
  const { name, mode, flags, method, size, compressedSize } = entry;
  const findings: Finding[] = [];
  const add = (code: string, message: string, fix: string): number =>
    findings.push(error(code, name, message, fix));
  const type = mode & TYPE_MASK;
  if (type === TYPE_LINK) add('ENTRY_LINK', 'it is a symbolic link.', 'Pack the file itself.');
  else if (type !== 0 && type !== TYPE_FILE && type !== TYPE_DIRECTORY) {
    add('ENTRY_SPECIAL', 'it is a device, pipe or socket.', 'Pack ordinary files only.');
  } else if (name.endsWith('/') ? size > 0 : type === TYPE_DIRECTORY) {
    add(
      'ENTRY_SPECIAL',
      'it is a folder that holds data, or a file that says it is a folder.',
      'Build with the packager.',
    );
  }
  if ((flags & (FLAG_ENCRYPTED | FLAG_STRONG_ENCRYPTION)) !== 0) {
    add('ENTRY_ENCRYPTED', 'it is encrypted.', 'Pack it without a password.');
  }
  if (method !== METHOD_STORED && method !== METHOD_DEFLATED) {
    add('ENTRY_METHOD', `compression method ${method} is not known.`, 'Use stored or deflated entries.');
  }
  if (method === METHOD_STORED && size !== compressedSize) {
    add('ENTRY_DAMAGED', 'it is stored, but its sizes differ.', 'Build with the packager.');
  }
  if (size > LIMITS.ratioFrom && size > compressedSize * LIMITS.ratio) {
    add('PACKAGE_RATIO', `it unpacks to more than ${LIMITS.ratio} times its size.`, 'Pack real content.');
  }
  return findings;
}

function checkTotals(entries: readonly ZipEntry[], packageSize: number): Finding[] {
  const findings: Finding[] = [];
  if (entries.length > LIMITS.entries) {
    const message = `The package has ${entries.length} entries; ${LIMITS.entries} are allowed.`;
    findings.push(
      error('PACKAGE_TOO_MANY_ENTRIES', undefined, message, 'Leave out what the application does not need.'),
    );
  }
  const unpacked = entries.reduce((sum, { size }) => sum + size, 0);
  if (unpacked > LIMITS.unpackedSize) {
    const message = `The package unpacks to ${inMegabytes(unpacked)}; ${inMegabytes(LIMITS.unpackedSize)} are allowed.`;
    findings.push(
      error('PACKAGE_UNPACKED_SIZE', undefined, message, 'Leave out what the application does not need.'),
    );
  }
  if (unpacked > LIMITS.ratioFrom && unpacked > packageSize * LIMITS.ratio) {
    const message = `The package unpacks to more than ${LIMITS.ratio} times its size.`;
    findings.push(error('PACKAGE_RATIO', undefined, message, 'Pack real content.'));
  }
  return findings;
}
