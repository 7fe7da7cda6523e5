import { END_RECORD } from '../zip/records.ts';

/** Size of an end record with the longest comment, which may end any file. */
export const LONGEST_END = END_RECORD.size + 0xffff;

/**
 * Whether bytes end with the end record of a zip archive.
 *
 * Programs that open archives look for it and ignore whatever precedes the entries.
 *
 * @param tail the last {@link LONGEST_END} bytes
 */
export function endsAsZip(tail: Buffer): boolean {
  const signature = Buffer.alloc(4);
  signature.writeUInt32LE(END_RECORD.signature);
  for (
    let at = tail.lastIndexOf(signature);
    at >= 0;
    at = at === 0 ? -1 : tail.lastIndexOf(signature, at - 1)
  ) {
    if (at + END_RECORD.size > tail.length) continue;
    if (at + END_RECORD.size + tail.readUInt16LE(at + 20) === tail.length) return true;
  }
  return false;
}
