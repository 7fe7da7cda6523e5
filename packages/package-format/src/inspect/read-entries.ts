import type { Finding } from '../finding.ts';
import type { ZipDirectory } from '../zip/directory.ts';
import { extraFieldProblem, findExtraField, ZIP64_FIELD } from '../zip/extra-fields.ts';
import {
  DATA_DESCRIPTOR_SIGNATURE,
  FLAG_DATA_DESCRIPTOR,
  FLAG_ENCRYPTED,
  FLAG_STRONG_ENCRYPTION,
  LOCAL_HEADER,
  METHOD_DEFLATED,
  METHOD_STORED,
  parseLocalHeader,
  type LocalHeader,
  type ZipEntry,
} from '../zip/records.ts';
import { EntrySink, type SinkTarget } from './entry-sink.ts';
import { LONGEST_END } from './ends-as-zip.ts';
import type { ServerPage } from './server-pages.ts';
import type { SequentialReader } from './sequential-reader.ts';
import { Tail } from './tail.ts';
import { unpack } from './unpack.ts';

/** A file of the package. */
export interface ReadEntry {
  name: string;
  size: number;
  sha256: string;
  /** Its first bytes. */
  head: Buffer;
  /** Whether it ends like a zip archive. */
  endsAsZip: boolean;
  /** Server languages whose opening tags occur in the content. */
  serverPages: ReadonlySet<ServerPage>;
  /** Present when requested, within its limit and undamaged. */
  content: Buffer | undefined;
  damaged: boolean;
}

const error = (
  code: string,
  entry: string,
  message: string,
  fix = 'Build the package again with the packager.',
): Finding => {
  return { code, severity: 'error', entry, message: `"${entry}": ${message}`, fix };
};

/**
 * Walks the archive in byte order, compares each local header with the directory, and unpacks.
 *
 * Nothing may lie before, between or behind the entries. (design 4.3)
 *
 * @param target receives the content of an entry besides its measurement
 * @param findings receives problems
 */
export async function* readEntries(
  reader: SequentialReader,
  directory: ZipDirectory,
  target: (entry: ZipEntry) => SinkTarget,
  findings: Finding[],
): AsyncGenerator<ReadEntry> {
  const tail = new Tail(LONGEST_END);
  const ordered = directory.entries.toSorted((a, b) => a.localOffset - b.localOffset);
  for (const [index, entry] of ordered.entries()) {
    if (entry.localOffset < reader.position) {
      findings.push(error('ZIP_OVERLAP', entry.name, 'it shares bytes with the previous entry.'));
      continue;
    }
    await refuseGap(reader, entry.localOffset, entry.name, findings);
    const header = await readLocalHeader(reader);
    if (!header) {
      findings.push(
        error('ZIP_LOCAL_HEADER', entry.name, 'there is no entry at the offset in the directory.'),
      );
      continue;
    }
    compareHeaders(entry, header, findings);
    checkExtraFields(entry, header, findings);
    const end = reader.position + entry.compressedSize;
    const next = ordered[index + 1]?.localOffset ?? directory.start;
    if (end > next) {
      findings.push(error('ZIP_OVERLAP', entry.name, 'its data overlaps the next entry.'));
      continue;
    }
    if (isReadable(entry)) {
      const read = await readEntry(reader, entry, new EntrySink(target(entry), tail), findings);
      if (!entry.name.endsWith('/')) yield read;
    }
    await reader.skipTo(end);
    if ((entry.flags & FLAG_DATA_DESCRIPTOR) !== 0) {
      const announced = findExtraField(header.extra, ZIP64_FIELD) !== undefined;
      await checkDescriptor(reader, entry, { next, wide: announced }, findings);
    }
  }
  if (reader.position <= directory.start)
    await refuseGap(reader, directory.start, 'the central directory', findings);
}

async function refuseGap(
  reader: SequentialReader,
  until: number,
  before: string,
  findings: Finding[],
): Promise<void> {
  const gap = until - reader.position;
  if (gap === 0) return;
  const where = reader.position === 0 ? 'the archive begins with' : `before ${before} lie`;
  findings.push({
    code: 'ZIP_HIDDEN_DATA',
    severity: 'error',
    message: `Hidden data: ${where} ${gap} bytes that belong to no entry.`,
    fix: 'Build the package again with the packager.',
  });
  await reader.skipTo(until);
}

async function readLocalHeader(reader: SequentialReader): Promise<LocalHeader | undefined> {
  const fixed = await reader.take(LOCAL_HEADER.size);
  if (fixed.length < LOCAL_HEADER.size || fixed.readUInt32LE(0) !== LOCAL_HEADER.signature) return undefined;
  const rest = await reader.take(fixed.readUInt16LE(26) + fixed.readUInt16LE(28));
  return parseLocalHeader(Buffer.concat([fixed, rest]));
}

function checkExtraFields(entry: ZipEntry, { extra }: LocalHeader, findings: Finding[]): void {
  const problem = extraFieldProblem(extra);
  if (problem !== undefined) findings.push(error('ZIP_EXTRA_FIELD', entry.name, `${problem}.`));
  const wide = findExtraField(extra, ZIP64_FIELD);
  const stated = [0, 8].filter((at) => wide && at + 8 <= wide.length).map((at) => wide!.readBigUInt64LE(at));
  const known = [entry.size, entry.compressedSize];
  // Readers that use 64-bit sizes regardless of the header must find the same data.
  if (stated.some((size, index) => size !== 0n && size !== BigInt(known[index]!)))
    findings.push(
      error('ZIP_HEADERS_DISAGREE', entry.name, 'its 64-bit sizes differ from those in the directory.'),
    );
}

/** Readers trust different headers, so the headers must agree. */
function compareHeaders(entry: ZipEntry, header: LocalHeader, findings: Finding[]): void {
  const streamed = (entry.flags & FLAG_DATA_DESCRIPTOR) !== 0;
  const differs = [
    !header.nameBytes.equals(entry.nameBytes) && 'name',
    header.version !== entry.version && 'version needed',
    header.method !== entry.method && 'compression method',
    header.flags !== entry.flags && 'flags',
    header.time !== entry.time && 'time',
    disagrees(header.crc32, entry.crc32, streamed) && 'checksum',
    disagrees(header.compressedSize, entry.compressedSize, streamed) && 'packed size',
    disagrees(header.size, entry.size, streamed) && 'size',
  ].filter((field) => field !== false);
  if (differs.length === 0) return;
  findings.push(
    error(
      'ZIP_HEADERS_DISAGREE',
      entry.name,
      `its local header and the directory differ in ${differs.join(', ')}.`,
    ),
  );
}

const disagrees = (local: number, central: number, streamed: boolean): boolean =>
  local !== central && !(streamed && local === 0);

const isReadable = (entry: ZipEntry): boolean =>
  (entry.flags & (FLAG_ENCRYPTED | FLAG_STRONG_ENCRYPTION)) === 0 &&
  (entry.method === METHOD_STORED || entry.method === METHOD_DEFLATED);

async function readEntry(
  reader: SequentialReader,
  entry: ZipEntry,
  sink: EntrySink,
  findings: Finding[],
): Promise<ReadEntry> {
  const problem = await unpack(reader, entry, sink);
  const { crc32, ...result } = sink.end();
  const wrong =
    problem ??
    (result.size !== entry.size
      ? `it contains ${result.size} bytes, but announces ${entry.size}`
      : undefined) ??
    (crc32 !== entry.crc32 ? 'its checksum is wrong' : undefined);
  if (wrong !== undefined)
    findings.push(error('ENTRY_DAMAGED', entry.name, `${wrong}.`, 'Download or build the package again.'));
  const damaged = wrong !== undefined;
  return { name: entry.name, ...result, content: damaged ? undefined : result.content, damaged };
}

/**
 * Checks a data descriptor of 12 bytes, or 20 with 64-bit sizes, plus 4 for its signature.
 *
 * Sizes are 64-bit exactly when a ZIP64 field states it: readers that rely on it must find the next
 * entry at the same place.
 */
async function checkDescriptor(
  reader: SequentialReader,
  entry: ZipEntry,
  { next, wide }: { readonly next: number; readonly wide: boolean },
  findings: Finding[],
): Promise<void> {
  const length = next - reader.position;
  const bytes = (wide ? [20, 24] : [12, 16]).includes(length) ? await reader.take(length) : Buffer.alloc(0);
  const hasSignature = length === 16 || length === 24;
  const at = hasSignature ? 4 : 0;
  const stated = bytes.length > 0 && [
    bytes.readUInt32LE(at),
    wide ? Number(bytes.readBigUInt64LE(at + 4)) : bytes.readUInt32LE(at + 4),
    wide ? Number(bytes.readBigUInt64LE(at + 12)) : bytes.readUInt32LE(at + 8),
  ];
  const expected = [entry.crc32, entry.compressedSize, entry.size];
  const honest =
    stated !== false &&
    (!hasSignature || bytes.readUInt32LE(0) === DATA_DESCRIPTOR_SIGNATURE) &&
    expected.every((value, index) => value === stated[index]);
  if (!honest)
    findings.push(
      error('ZIP_HEADERS_DISAGREE', entry.name, 'its data descriptor differs from the directory.'),
    );
}
