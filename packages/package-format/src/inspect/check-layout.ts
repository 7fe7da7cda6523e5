import type { Finding } from '../finding.ts';
import { SIGNATURE_ENTRY } from '../signature/signature-file.ts';
import { extensionOf, FORBIDDEN_EXTENSIONS, FRONTEND_EXTENSIONS, INNER_PAGE } from './extensions.ts';

export const MANIFEST_ENTRY = 'app.json';

const ALLOWED = /^(app\.json|signature\.txt|(backend|frontend|migrations)(\/.*)?)$/;
/** Added by archivers; not what makes a package wrapped. */
const ARCHIVER_JUNK = /^(__MACOSX\/|\.DS_Store$)/;

const error = (code: string, entry: string | undefined, message: string, fix: string): Finding => {
  return { code, severity: 'error', entry, message, fix };
};

/**
 * The single folder that all entries lie in, when the manifest lies in it too: the project was zipped, and not its
 * content (spec: Package layout).
 */
export function findWrapper(names: readonly string[]): string | undefined {
  if (names.includes(MANIFEST_ENTRY)) return undefined;
  const relevant = names.filter((name) => !ARCHIVER_JUNK.test(name));
  const wrapper = relevant
    .find((name) => name.endsWith(`/${MANIFEST_ENTRY}`))
    ?.slice(0, -MANIFEST_ENTRY.length);
  return wrapper !== undefined && relevant.every((name) => name.startsWith(wrapper)) ? wrapper : undefined;
}

/** Top level, extensions, and what each folder may hold (spec: Package layout). Jars are `checkJars`'s. */
export function checkLayout(names: readonly string[]): Finding[] {
  const wrapper = findWrapper(names);
  if (wrapper !== undefined) {
    const message = `Everything lies in the folder "${wrapper}"; the root of the archive must be the content itself.`;
    return [error('PACKAGE_WRAPPED', wrapper, message, `Zip what is inside "${wrapper}", not the folder.`)];
  }
  const missing = names.includes(MANIFEST_ENTRY)
    ? []
    : [
        error(
          'MANIFEST_MISSING',
          MANIFEST_ENTRY,
          'The package has no app.json.',
          'Put the manifest at the root.',
        ),
      ];
  return [...missing, ...names.flatMap(checkName)];
}

function checkName(name: string): Finding[] {
  if (!ALLOWED.test(name)) {
    const fix = `Only app.json, ${SIGNATURE_ENTRY}, backend/, frontend/ and migrations/ may be there.`;
    return [error('ENTRY_OUTSIDE_LAYOUT', name, `"${name}" does not belong to a package.`, fix)];
  }
  if (name.endsWith('/')) return [];
  const extension = extensionOf(name);
  if (name.startsWith('migrations/')) return checkMigration(name, extension);
  if (isBackendJar(name)) return [];
  const forbidden = FORBIDDEN_EXTENSIONS.has(extension) ? extension : INNER_PAGE.exec(name)?.[1];
  if (forbidden !== undefined) {
    return [
      error(
        'ENTRY_EXTENSION_FORBIDDEN',
        name,
        `"${name}": files of type .${forbidden} are always rejected.`,
        'Leave the file out.',
      ),
    ];
  }
  if (name.startsWith('backend/')) {
    return [
      error(
        'BACKEND_FILE_UNEXPECTED',
        name,
        `"${name}": backend/ holds the jar and nothing else.`,
        'Leave the file out.',
      ),
    ];
  }
  if (name.startsWith('frontend/') && !FRONTEND_EXTENSIONS.has(extension)) {
    const what = extension === '' ? 'files without an extension' : `files of type .${extension}`;
    return [
      error(
        'FRONTEND_EXTENSION_UNKNOWN',
        name,
        `"${name}": ${what} are not on the list of allowed ones.`,
        'Leave the file out, or use another format.',
      ),
    ];
  }
  return [];
}

function checkMigration(name: string, extension: string): Finding[] {
  if (extension !== 'sql' || !name.endsWith('.sql') || name === 'migrations/.sql') {
    return [
      error(
        'MIGRATION_NOT_SQL',
        name,
        `"${name}": migrations/ holds scripts whose names end with .sql, and nothing else.`,
        'Move or remove the file.',
      ),
    ];
  }
  if (name.split('/').length === 2) return [];
  return [
    error(
      'MIGRATION_NESTED',
      name,
      `"${name}": scripts lie directly in migrations/.`,
      'Move it up; the file name gives the order.',
    ),
  ];
}

export const isBackendJar = (name: string): boolean =>
  name.startsWith('backend/') && extensionOf(name) === 'jar';

/** Exactly the one jar that the manifest declares (spec: Package layout). */
export function checkJars(names: readonly string[], declared: string | undefined): Finding[] {
  const jars = names.filter(isBackendJar);
  const findings = jars
    .filter((name) => name !== declared && (declared !== undefined || jars.length > 1))
    .map((name) =>
      error(
        'BACKEND_SECOND_JAR',
        name,
        `"${name}" is a second jar; a package holds one.`,
        'Keep the jar that assets.backend names.',
      ),
    );
  if (declared !== undefined && !jars.includes(declared)) {
    findings.push(
      error(
        'BACKEND_JAR_MISSING',
        declared,
        `assets.backend names "${declared}", which is not in the package.`,
        'Build the backend, or drop assets.backend.',
      ),
    );
  }
  if (declared === undefined && jars.length === 1) {
    findings.push(
      error(
        'BACKEND_JAR_UNDECLARED',
        jars[0],
        `"${jars[0]}" is not named by assets.backend.`,
        'Declare it, or remove it.',
      ),
    );
  }
  return findings;
}
