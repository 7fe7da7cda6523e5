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

/** Joiners and selectors of variants behind nothing that they change, blanks other than the usual one, and what is no character. */
const ODD_CHARACTER =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}]|\ufe0f)(?:\u200c|\u200d)|(?<!\p{Extended_Pictographic})\p{Variation_Selector}|(?! )\p{Zs}|\p{Co}|\p{Noncharacter_Code_Point}/u;

const segments = (name: string): string[] => name.replace(/\/$/, '').split('/');

/** Another path where slashes and dots of other widths count as the usual ones, or where the name is decoded. */
function isAnotherPath(name: string): boolean {
  const plain = name.replaceAll(/[\u2215\u29f8]/g, '/').normalize('NFKC');
  const written = segments(name);
  const read = segments(plain);
  return (
    /%(00|2e|2f|3b|5c)/i.test(name) ||
    // Some servers cut a name there, and serve what stands before it.
    plain.includes(';') ||
    read.length !== written.length ||
    read.some((part, index) => part !== written[index] && /^\.{1,2}$/.test(part))
  );
}

/** What the name of an entry may not be (design 4.3). */
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
    message: 'its name holds control characters, or ones that are not seen or turn the others round',
    fix: 'Rename the file.',
  },
  {
    code: 'ENTRY_NAME_BACKSLASH',
    broken: (name) => name.includes('\\'),
    message: 'its name holds a backslash',
    fix: 'Separate folders by "/"; build with the packager.',
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
      'it is another path where it is decoded or cut at ";", or where its signs count as those that they look like',
    fix: 'Use plain letters in names.',
  },
  {
    code: 'ENTRY_NAME_RESERVED',
    broken: (name) =>
      segments(name).some(
        (part) => WINDOWS_RESERVED.test(part) || /[<>:"|?*]|[. ]$/.test(part.replace(/^\.{1,2}$/, '')),
      ),
    message: 'its name is reserved, or cannot be written, on Windows',
    fix: 'Rename the file.',
  },
  {
    code: 'ENTRY_NAME_NOT_NFC',
    broken: (name) => name !== name.normalize('NFC'),
    message: 'its name is not in Unicode form NFC',
    fix: 'Rename the file, or build with the packager, which normalises names.',
  },
  {
    code: 'ENTRY_NAME_LENGTH',
    broken: (name, { nameBytes }) =>
      nameBytes.length === 0 ||
      nameBytes.length > LIMITS.nameLength ||
      segments(name).some((part) => Buffer.byteLength(part) > LIMITS.segmentLength),
    message: 'its name is empty or too long',
    fix: `Keep paths under ${LIMITS.nameLength} bytes, and each part under ${LIMITS.segmentLength}.`,
  },
];

const show = (name: string): string => JSON.stringify(name.length > 200 ? `${name.slice(0, 200)}…` : name);

/** Checks every entry's name by itself, and that no two name the same file on some file system. */
export function checkNames(entries: readonly ZipEntry[]): Finding[] {
  const findings = entries.flatMap((entry) =>
    RULES.filter((rule) => rule.broken(entry.name, entry)).map(({ code, message, fix }): Finding => {
      return { code, severity: 'error', entry: entry.name, message: `${show(entry.name)}: ${message}.`, fix };
    }),
  );
  return [...findings, ...findCollisions(entries)];
}

/** Equal on file systems that ignore case or Unicode form. */
const folded = (name: string): string =>
  name.normalize('NFKC').toLowerCase().toUpperCase().replace(/\/$/, '');

/** `a/b/c.js` lies in `a` and `a/b`. */
const foldersOf = (name: string): string[] =>
  segments(name)
    .slice(0, -1)
    .map((_, index, all) => all.slice(0, index + 1).join('/'));

/** Two names for one file, or a file that others take for a folder, on some file system. */
function findCollisions(entries: readonly ZipEntry[]): Finding[] {
  const findings: Finding[] = [];
  const collide = (code: string, name: string, message: string): void => {
    const fix = 'Keep one of the two.';
    findings.push({ code, severity: 'error', entry: name, message: `${show(name)}: ${message}.`, fix });
  };
  const alike = 'where case or Unicode form do not count';
  const files = new Map<string, string>();
  const folders = new Map<string, string>();
  const checked = new Set<string>();
  // A name that is refused for its length is not taken apart: it may have tens of thousands of folders.
  const names = entries
    .filter(({ nameBytes }) => nameBytes.length <= LIMITS.nameLength)
    .map(({ name }) => name);
  for (const name of names) {
    const other = files.get(folded(name));
    if (other === name) collide('ENTRY_DUPLICATE', name, 'it is in the archive twice');
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
