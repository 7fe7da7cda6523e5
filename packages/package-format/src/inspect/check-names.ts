import type { Finding } from '../finding.ts';
import type { ZipEntry } from '../zip/records.ts';
import { LIMITS } from './limits.ts';

const WINDOWS_RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\..*)?$/i;

interface NameRule {
  code: string;
  broken: (name: string, entry: ZipEntry) => boolean;
  message: string;
  fix: string;
}

const segments = (name: string): string[] => name.replace(/\/$/, '').split('/');

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
    broken: (name) => /\p{Cc}/u.test(name),
    message: 'its name holds NUL or control characters',
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

function findCollisions(entries: readonly ZipEntry[]): Finding[] {
  const findings: Finding[] = [];
  const collide = (code: string, name: string, message: string): void => {
    const fix = 'Keep one of the two.';
    findings.push({ code, severity: 'error', entry: name, message: `${show(name)}: ${message}.`, fix });
  };
  const seen = new Map<string, string>();
  for (const { name } of entries) {
    const other = seen.get(folded(name));
    if (other === name) collide('ENTRY_DUPLICATE', name, 'it is in the archive twice');
    else if (other !== undefined)
      collide(
        'ENTRY_COLLISION',
        name,
        `it is the same file as ${show(other)} where case or Unicode form do not count`,
      );
    else seen.set(folded(name), name);
  }
  for (const { name } of entries) {
    const parents = segments(folded(name))
      .slice(0, -1)
      .map((_, index, all) => all.slice(0, index + 1).join('/'));
    const file = parents
      .map((parent) => seen.get(parent))
      .find((parent) => parent !== undefined && !parent.endsWith('/'));
    if (file !== undefined) collide('ENTRY_COLLISION', name, `its folder ${show(file)} is a file`);
  }
  return findings;
}
