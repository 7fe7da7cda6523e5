import { END_RECORD } from '../zip/records.ts';

/** Bytes of an end record with the longest comment: what the end of a file must be looked at for one. */
export const LONGEST_END = END_RECORD.size + 0xffff;

/**
 * True where the bytes end with a ZIP archive's end record, whatever stands before the archive: programs that open
 * archives look for it, and take what lies before the entries for somebody else's.
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
