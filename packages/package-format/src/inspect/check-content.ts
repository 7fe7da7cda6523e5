import type { Finding } from '../finding.ts';
import type { ReadEntry } from './read-entries.ts';

interface Kind {
  code: 'CONTENT_EXECUTABLE' | 'CONTENT_ARCHIVE';
  what: string;
  matches: (head: Buffer) => boolean;
}

const begins =
  (...bytes: number[]) =>
  (head: Buffer): boolean =>
    bytes.every((byte, index) => head[index] === byte);
const contains =
  (pattern: RegExp) =>
  (head: Buffer): boolean =>
    pattern.test(head.toString('latin1'));

/** Forbidden content, whatever the file is called (design 4.3). */
const KINDS: readonly Kind[] = [
  {
    code: 'CONTENT_EXECUTABLE',
    what: 'a Windows program',
    matches: (head) => begins(0x4d, 0x5a)(head) && contains(/PE\0\0|DOS mode/)(head),
  },
  { code: 'CONTENT_EXECUTABLE', what: 'an ELF program', matches: begins(0x7f, 0x45, 0x4c, 0x46) },
  {
    code: 'CONTENT_EXECUTABLE',
    what: 'a Mach-O program',
    matches: (head) =>
      [0xfeedface, 0xfeedfacf, 0xcefaedfe, 0xcffaedfe].includes(head.length > 3 ? head.readUInt32BE(0) : 0),
  },
  { code: 'CONTENT_EXECUTABLE', what: 'Java byte code', matches: begins(0xca, 0xfe, 0xba, 0xbe) },
  { code: 'CONTENT_EXECUTABLE', what: 'a script', matches: contains(/^(\xef\xbb\xbf)?#!/) },
  { code: 'CONTENT_EXECUTABLE', what: 'a PHP page', matches: contains(/<\?php/i) },
  { code: 'CONTENT_EXECUTABLE', what: 'a JSP page', matches: contains(/^\s*<%@/) },
  {
    code: 'CONTENT_ARCHIVE',
    what: 'a ZIP archive',
    matches: (head) => begins(0x50, 0x4b, 3, 4)(head) || begins(0x50, 0x4b, 5, 6)(head),
  },
  { code: 'CONTENT_ARCHIVE', what: 'a gzip archive', matches: begins(0x1f, 0x8b) },
  { code: 'CONTENT_ARCHIVE', what: 'a bzip2 archive', matches: contains(/^BZh[1-9]1AY&SY/) },
  { code: 'CONTENT_ARCHIVE', what: 'an xz archive', matches: begins(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0) },
  { code: 'CONTENT_ARCHIVE', what: 'a 7z archive', matches: begins(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c) },
  { code: 'CONTENT_ARCHIVE', what: 'a RAR archive', matches: begins(0x52, 0x61, 0x72, 0x21, 0x1a, 7) },
  {
    code: 'CONTENT_ARCHIVE',
    what: 'a tar archive',
    matches: (head) => head.toString('latin1', 257, 262) === 'ustar',
  },
];

/** Recognises a program or a nested archive by its first bytes. */
export function checkContent({ name, head }: ReadEntry): Finding[] {
  const kind = KINDS.find(({ matches }) => matches(head));
  if (!kind) return [];
  const message = `"${name}" is ${kind.what}, whatever its name says.`;
  return [{ code: kind.code, severity: 'error', entry: name, message, fix: 'Leave the file out.' }];
}
