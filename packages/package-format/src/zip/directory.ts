import type { ByteSource } from './byte-source.ts';
import { extraFieldProblem } from './extra-fields.ts';
import {
  END_RECORD,
  ZIP64_END_RECORD,
  ZIP64_LOCATOR,
  defersToZip64,
  parseCentralHeader,
  type ZipEntry,
} from './records.ts';

export type ZipProblemCode =
  | 'ZIP_END_MISSING'
  | 'ZIP_COMMENT'
  | 'ZIP_EXTRA_FIELD'
  | 'ZIP_DIRECTORY_DAMAGED'
  | 'ZIP_DIRECTORY_TOO_LARGE'
  | 'ZIP_MULTI_DISK'
  | 'ZIP64_DISHONEST';

/** A defect that makes readers of the archive disagree on its content. */
export interface ZipProblem {
  code: ZipProblemCode;
  message: string;
  entry?: string;
}

export interface ZipDirectory {
  entries: ZipEntry[];
  /** Offset of the first central header, where the last entry must end. */
  start: number;
  problems: ZipProblem[];
}

interface EndRecord {
  count: number;
  size: number;
  start: number;
  /** Required end of the central directory: the ZIP64 end record, or the end record. */
  directoryEnd: number;
}

/** A ZIP64 end record does not count its signature and its size field. */
const SIZE_LEFT_OUT = 12;
const MAX_COMMENT = 0xffff;
/** 20,000 entries with long names stay well below this size. */
const MAX_DIRECTORY = 16 * 1024 * 1024;
/** Entries beyond this number are not read (design 4.3). */
const MAX_ENTRIES = 20_000;

/** Reads the central directory. Never throws for a damaged archive; see `problems`. */
export async function readDirectory(source: ByteSource): Promise<ZipDirectory> {
  const problems: ZipProblem[] = [];
  const end = await readEndRecord(source, problems);
  if (!end) return { entries: [], start: 0, problems };
  if (end.size > MAX_DIRECTORY) {
    problems.push({
      code: 'ZIP_DIRECTORY_TOO_LARGE',
      message: `The central directory has ${end.size} bytes.`,
    });
    return { entries: [], start: end.start, problems };
  }
  if (end.start + end.size !== end.directoryEnd) {
    problems.push({
      code: 'ZIP_DIRECTORY_DAMAGED',
      message: `The central directory should be at ${end.start}..${end.start + end.size}, but ends at ${end.directoryEnd}.`,
    });
  }
  const entries = parseEntries(await source.read(end.start, end.size), end, problems);
  return { entries, start: end.start, problems };
}

function parseEntries(directory: Buffer, end: EndRecord, problems: ZipProblem[]): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at < directory.length) {
    const parsed = parseCentralHeader(directory, at);
    if (!parsed) break;
    if (entries.length > MAX_ENTRIES) return entries;
    entries.push(parsed.entry);
    if (!parsed.honestZip64) {
      const message = 'The ZIP64 sizes of the entry contradict its 32-bit sizes.';
      problems.push({ code: 'ZIP64_DISHONEST', message, entry: parsed.entry.name });
    }
    problems.push(...entryProblems(parsed.entry));
    at = parsed.next;
  }
  if (at !== end.size || entries.length !== end.count) {
    problems.push({
      code: 'ZIP_DIRECTORY_DAMAGED',
      message: `The central directory announces ${end.count} entries in ${end.size} bytes, but contains ${entries.length} in ${at} bytes.`,
    });
  }
  return entries;
}

/** Checks fields that no entry may have, regardless of its content. */
function entryProblems(entry: ZipEntry): ZipProblem[] {
  const { name, disk, commentLength, extra } = entry;
  const problems: ZipProblem[] = [];
  if (disk !== 0) {
    problems.push({
      code: 'ZIP_MULTI_DISK',
      message: `"${name}" refers to another file of a split archive.`,
      entry: name,
    });
  }
  if (commentLength > 0) {
    const message = `"${name}" carries a comment of ${commentLength} bytes.`;
    problems.push({ code: 'ZIP_COMMENT', message, entry: name });
  }
  const field = extraFieldProblem(extra);
  if (field !== undefined) {
    problems.push({ code: 'ZIP_EXTRA_FIELD', message: `"${name}": ${field}.`, entry: name });
  }
  return problems;
}

async function readEndRecord(source: ByteSource, problems: ZipProblem[]): Promise<EndRecord | undefined> {
  const tailSize = Math.min(source.size, END_RECORD.size + MAX_COMMENT + ZIP64_LOCATOR.size);
  const tail = await source.read(source.size - tailSize, tailSize);
  const at = findEndRecord(tail);
  if (at === undefined) {
    const message =
      'The file does not end with an end record: it is not a ZIP archive, it is truncated, or bytes follow the archive.';
    problems.push({ code: 'ZIP_END_MISSING', message });
    return undefined;
  }
  const commentLength = tail.readUInt16LE(at + 20);
  if (commentLength > 0) {
    problems.push({
      code: 'ZIP_COMMENT',
      message: `The archive carries a comment of ${commentLength} bytes.`,
    });
  }
  const disks = [tail.readUInt16LE(at + 4), tail.readUInt16LE(at + 6)];
  const counts = [tail.readUInt16LE(at + 8), tail.readUInt16LE(at + 10)] as const;
  const record: EndRecord = {
    count: counts[1],
    size: tail.readUInt32LE(at + 12),
    start: tail.readUInt32LE(at + 16),
    directoryEnd: source.size - tailSize + at,
  };
  if (disks.some((disk) => disk !== 0 && disk !== 0xffff) || counts[0] !== counts[1]) {
    problems.push({
      code: 'ZIP_MULTI_DISK',
      message: 'The archive is split over several files.',
    });
  }
  const locatorAt = at - ZIP64_LOCATOR.size;
  const hasLocator = locatorAt >= 0 && tail.readUInt32LE(locatorAt) === ZIP64_LOCATOR.signature;
  const deferred =
    defersToZip64(record.count, 16) || defersToZip64(record.size, 32) || defersToZip64(record.start, 32);
  if (!hasLocator) {
    if (deferred) problems.push({ code: 'ZIP64_DISHONEST', message: 'The ZIP64 end record is missing.' });
    return record;
  }
  const locator = tail.subarray(locatorAt, at);
  return readZip64End(source, { at: record.directoryEnd - ZIP64_LOCATOR.size, locator }, record, problems);
}

/** Finds the last record, whose comment must end with the file. */
function findEndRecord(tail: Buffer): number | undefined {
  for (let at = tail.length - END_RECORD.size; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END_RECORD.signature) continue;
    if (at + END_RECORD.size + tail.readUInt16LE(at + 20) === tail.length) return at;
  }
  return undefined;
}

async function readZip64End(
  source: ByteSource,
  { at, locator }: { readonly at: number; readonly locator: Buffer },
  record: EndRecord,
  problems: ZipProblem[],
): Promise<EndRecord> {
  const dishonest = (message: string): EndRecord => {
    problems.push({ code: 'ZIP64_DISHONEST', message });
    return record;
  };
  const offset = locator.readBigUInt64LE(8);
  if (locator.readUInt32LE(4) !== 0 || locator.readUInt32LE(16) !== 1) {
    const message = 'The ZIP64 locator describes an archive that is split over several files.';
    problems.push({ code: 'ZIP_MULTI_DISK', message });
  }
  if (offset > BigInt(source.size)) return dishonest('The ZIP64 locator points beyond the end of the file.');
  const bytes = await source.read(Number(offset), ZIP64_END_RECORD.size);
  if (bytes.length < ZIP64_END_RECORD.size || bytes.readUInt32LE(0) !== ZIP64_END_RECORD.signature) {
    return dishonest('The ZIP64 end record is not at the offset in its locator.');
  }
  // Readers that use the size of the record must find the locator directly behind it.
  if (
    bytes.readBigUInt64LE(4) !== BigInt(ZIP64_END_RECORD.size - SIZE_LEFT_OUT) ||
    Number(offset) + ZIP64_END_RECORD.size !== at
  ) {
    return dishonest('The ZIP64 end record states a wrong size, or data follows it.');
  }
  if (bytes.readUInt32LE(16) !== 0 || bytes.readUInt32LE(20) !== 0) {
    return dishonest('The ZIP64 end record describes an archive that is split over several files.');
  }
  if (bytes.readBigUInt64LE(24) !== bytes.readBigUInt64LE(32)) {
    return dishonest('The ZIP64 end record contains two different entry counts.');
  }
  const [count, size, start] = [
    bytes.readBigUInt64LE(32),
    bytes.readBigUInt64LE(40),
    bytes.readBigUInt64LE(48),
  ];
  if ([count, size, start].some((value) => value > BigInt(source.size))) {
    return dishonest('The ZIP64 end record describes more data than the file contains.');
  }
  const stated = { count: Number(count), size: Number(size), start: Number(start) };
  const agrees = (value: number, bits: 16 | 32, wide: number) => defersToZip64(value, bits) || value === wide;
  if (
    !agrees(record.count, 16, stated.count) ||
    !agrees(record.size, 32, stated.size) ||
    !agrees(record.start, 32, stated.start)
  ) {
    return dishonest('The ZIP64 end record contradicts the end record.');
  }
  return { ...stated, directoryEnd: Number(offset) };
}
