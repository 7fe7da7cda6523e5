import type { Finding } from '../finding.ts';
import type { ZipEntry } from '../zip/records.ts';
import { HIDDEN_CHARACTER } from '../manifest/hidden-characters.ts';
import { LIMITS } from './limits.ts';

const WINDOWS_RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(\..*)?$/i;

interface NameRule {
  code: string;
  broken: (name: string, entry: ZipEntry) => boolean;
  message: string;
  fix: string;
}

/** Joiners and variation selectors without effect, unusual blanks and non-characters. */
const ODD_CHARACTER =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}]|\ufe0f)(?:\u200c|\u200d)|(?<!\p{Extended_Pictographic})\p{Variation_Selector}|(?! )\p{Zs}|\p{Co}|\p{Noncharacter_Code_Point}/u;

const segments = (name: string): string[] => name.replace(/\/$/, '').split('/');

/** Names that become another path when full-width slashes and dots are normalized or decoded. */
function isAnotherPath(name: string): boolean {
  const plain = name.replaceAll(/[\u2215\u29f8]/g, '/').normalize('NFKC');
  const written = segments(name);
  const read = segments(plain);
  return (
    /%(00|2e|2f|3b|5c)/i.test(name) ||
    // Some servers cut a name there and serve the rest.
    plain.includes(';') ||
    read.length !== written.length ||
    read.some((part, index) => part !== written[index] && /^\.{1,2}$/.test(part))
  );
}

/** Rules for the name of an entry (design 4.3). */
const RULES: readonly NameRule[] = [
  {
    code: 'ENTRY_NAME_ENCODING',
    broken: (_name, { nameIsUtf8 }) => !nameIsUtf8,
    message: 'its name is not UTF-8, or is not marked as such',
    fix: 'Name files in UTF-8 and build with the packager.',
  },
  {
    code: 'ENTRY_NAME_CONTROL',
    broken: (name) => HIDDEN_CHARACTER.test(name) || ODD_CHARACTER.test(name),
    message: 'its name contains control, invisible or direction-changing characters',
    fix: 'Rename the file.',
  },
  {
    code: 'ENTRY_NAME_BACKSLASH',
    broken: (name) => name.includes('\\'),
    message: 'its name contains a backslash',
    fix: 'Separate folders with "/", or build with the packager.',
  },
  {
    code: 'ENTRY_NAME_ABSOLUTE',
    broken: (name) => name.startsWith('/') || /^[A-Za-z]:/.test(name),
    message: 'its name is an absolute path',
    fix: 'Use paths relative to the root of the package.',
  },
  {
    code: 'ENTRY_NAME_TRAVERSAL',
    broken: (name) =>
      segments(name.replaceAll('\\', '/').replace(/^\//, '')).some((part) => ['', '.', '..'].includes(part)),
    message: 'its name has empty, "." or ".." segments',
    fix: 'Use plain paths inside the package.',
  },
  {
    code: 'ENTRY_NAME_TRAVERSAL',
    broken: isAnotherPath,
    message:
      'its path changes when it is decoded, cut at ";", or read with similar-looking characters replaced',
    fix: 'Use plain letters in names.',
  },
  {
    code: 'ENTRY_NAME_RESERVED',
    broken: (name) =>
      segments(name).some(
        (part) => WINDOWS_RESERVED.test(part) || /[<>:"|?*]|[. ]$/.test(part.replace(/^\.{1,2}$/, '')),
      ),
    message: 'its name is reserved or invalid on Windows',
    fix: 'Rename the file.',
  },
  {
    code: 'ENTRY_NAME_NOT_NFC',
    broken: (name) => name !== name.normalize('NFC'),
    message: 'its name is not in Unicode form NFC',
    fix: 'Rename the file, or build with the packager, which normalizes names.',
  },
  {
    code: 'ENTRY_NAME_LENGTH',
    broken: (name, { nameBytes }) =>
      nameBytes.length === 0 ||
      nameBytes.length > LIMITS.nameLength ||
      segments(name).some((part) => Buffer.byteLength(part) > LIMITS.segmentLength),
    message: 'its name is empty or too long',
    fix: `Keep paths under ${LIMITS.nameLength} bytes and each segment under ${LIMITS.segmentLength}.`,
  },
];

const show = (name: string): string => JSON.stringify(name.length > 200 ? `${name.slice(0, 200)}…` : name);

/** Checks each name, and that no two name the same file on any file system. */
export function checkNames(entries: readonly ZipEntry[]): Finding[] {
  const findings = entries.flatMap((entry) =>
    RULES.filter((rule) => rule.broken(entry.name, entry)).map(({ code, message, fix }): Finding => {
      return { code, severity: 'error', entry: entry.name, message: `${show(entry.name)}: ${message}.`, fix };
    }),
  );
  return [...findings, ...findCollisions(entries)];
}

/** Normalizes a name for file systems that ignore case or Unicode form. */
const folded = (name: string): string =>
  name.normalize('NFKC').toLowerCase().toUpperCase().replace(/\/$/, '');

/** `a/b/c.js` lies in `a` and `a/b`. */
const foldersOf = (name: string): string[] =>
  segments(name)
    .slice(0, -1)
    .map((_, index, all) => all.slice(0, index + 1).join('/'));

/** Finds two names of one file, and a file that is also used as a folder. */
function findCollisions(entries: readonly ZipEntry[]): Finding[] {
  const findings: Finding[] = [];
  const collide = (code: string, name: string, message: string): void => {
    const fix = 'Keep one of the two.';
    findings.push({ code, severity: 'error', entry: name, message: `${show(name)}: ${message}.`, fix });
  };
  const alike = 'on file systems that ignore case or Unicode form';
  const files = new Map<string, string>();
  const folders = new Map<string, string>();
  const checked = new Set<string>();
  // A name refused for its length may have tens of thousands of segments.
  const names = entries
    .filter(({ nameBytes }) => nameBytes.length <= LIMITS.nameLength)
    .map(({ name }) => name);
  for (const name of names) {
    const other = files.get(folded(name));
    if (other === name) collide('ENTRY_DUPLICATE', name, 'the archive contains it twice');
    else if (other !== undefined)
      collide('ENTRY_COLLISION', name, `it is the same file as ${show(other)} ${alike}`);
    else files.set(folded(name), name);
  }
  for (const name of names) {
    for (const folder of foldersOf(name)) {
      if (checked.has(folder)) continue;
      checked.add(folder);
      const key = folded(folder);
      const file = files.get(key);
      const other = folders.get(key) ?? folder;
      folders.set(key, other);
      if (file !== undefined && !file.endsWith('/')) {
        collide('ENTRY_COLLISION', name, `its folder ${show(file)} is a file`);
      } else if (other !== folder) {
        collide('ENTRY_COLLISION', name, `its folder is the same as ${show(other)} ${alike}`);
      }
    }
  }
  return findings;
}
