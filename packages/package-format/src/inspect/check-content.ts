import type { Finding } from '../finding.ts';
import type { ReadEntry } from './read-entries.ts';

type Content = Pick<ReadEntry, 'name' | 'head' | 'endsAsZip'>;

interface Kind {
  what: string;
  matches: (content: Content) => boolean;
}

const begins =
  (hexadecimal: string, at = 0) =>
  ({ head }: Content): boolean =>
    head.toString('hex', at, at + hexadecimal.length / 2) === hexadecimal;
const contains =
  (pattern: RegExp) =>
  ({ head }: Content): boolean =>
    pattern.test(head.toString('latin1'));

/** Detects forbidden content regardless of the file name (design 4.3). */
const EXECUTABLE: readonly Kind[] = [
  // Text may begin with MZ, but the header of a program always contains a zero byte.
  { what: 'a Windows program', matches: contains(/^MZ[^]*\0/) },
  { what: 'an ELF program', matches: begins('7f454c46') },
  ...['feedface', 'feedfacf', 'cefaedfe', 'cffaedfe'].map((magic) => {
    return { what: 'a Mach-O program', matches: begins(magic) };
  }),
  { what: 'Java byte code', matches: begins('cafebabe') },
  { what: 'Android byte code', matches: contains(/^dex\n\d{3}\0/) },
  { what: 'a Windows shortcut', matches: begins('4c0000000114020000000000c0') },
  { what: 'a Windows installer or an Office document', matches: begins('d0cf11e0a1b11ae1') },
  { what: 'a script', matches: contains(/^(\xef\xbb\xbf)?#!/) },
  { what: 'a PHP page', matches: contains(/^(\xef\xbb\xbf)?\s*<\?(php|=)/i) },
  { what: 'a JSP page', matches: contains(/^\s*<%@/) },
];

const ARCHIVE: readonly Kind[] = [
  ...['504b0304', '504b0506', '504b0708'].map((magic) => {
    return { what: 'a ZIP archive', matches: begins(magic) };
  }),
  { what: 'a ZIP archive behind other data', matches: ({ endsAsZip }) => endsAsZip },
  { what: 'a gzip archive', matches: begins('1f8b') },
  { what: 'a compressed file', matches: begins('1f9d') },
  { what: 'a bzip2 archive', matches: contains(/^BZh[1-9]1AY&SY/) },
  { what: 'an xz archive', matches: begins('fd377a585a00') },
  { what: 'an lzip archive', matches: begins('4c5a4950') },
  { what: 'an LZ4 archive', matches: begins('04224d18') },
  { what: 'a Zstandard archive', matches: begins('28b52ffd') },
  { what: 'a 7z archive', matches: begins('377abcaf271c') },
  { what: 'a RAR archive', matches: begins('526172211a07') },
  { what: 'a cabinet archive', matches: begins('4d53434600000000') },
  { what: 'an ar archive', matches: begins('213c617263683e0a') },
  { what: 'an RPM package', matches: begins('edabeedb') },
  { what: 'a xar archive', matches: begins('78617221001c') },
  { what: 'a cpio archive', matches: contains(/^07070[127]\d{6}/) },
  { what: 'a tar archive', matches: begins('7573746172', 257) },
];

/** Detects programs and nested archives by their first bytes, and zip archives by their last. */
export function checkContent(content: Content): Finding[] {
  const { name } = content;
  const finding = (code: string, { what }: Kind): Finding => {
    const message = `The content of "${name}" is ${what}, which its name does not say.`;
    return { code, severity: 'error', entry: name, message, fix: 'Remove the file.' };
  };
  const executable = EXECUTABLE.find(({ matches }) => matches(content));
  if (executable) return [finding('CONTENT_EXECUTABLE', executable)];
  const archive = ARCHIVE.find(({ matches }) => matches(content));
  return archive ? [finding('CONTENT_ARCHIVE', archive)] : [];
}
