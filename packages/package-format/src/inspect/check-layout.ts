import type { Finding } from '../finding.ts';
import { SIGNATURE_ENTRY } from '../signature/signature-file.ts';
import { extensionOf, FORBIDDEN_EXTENSIONS, FRONTEND_EXTENSIONS, INNER_PAGE } from './extensions.ts';

export const MANIFEST_ENTRY = 'app.json';

const ALLOWED = /^(app\.json|signature\.txt|(backend|frontend|migrations)(\/.*)?)$/;
/** Entries that archivers add; they do not make a package wrapped. */
const ARCHIVER_JUNK = /^(__MACOSX\/|\.DS_Store$)/;

const error = (code: string, entry: string | undefined, message: string, fix: string): Finding => {
  return { code, severity: 'error', entry, message, fix };
};

/**
 * Returns the single folder that contains all entries, including the manifest.
 *
 * It means that the project folder was zipped instead of its content. (spec: Package layout)
 */
export function findWrapper(names: readonly string[]): string | undefined {
  if (names.includes(MANIFEST_ENTRY)) return undefined;
  const relevant = names.filter((name) => !ARCHIVER_JUNK.test(name));
  const wrapper = relevant
    .find((name) => name.endsWith(`/${MANIFEST_ENTRY}`))
    ?.slice(0, -MANIFEST_ENTRY.length);
  return wrapper !== undefined && relevant.every((name) => name.startsWith(wrapper)) ? wrapper : undefined;
}

/** Checks top level, extensions and folder contents (spec: Package layout), except jars. */
export function checkLayout(names: readonly string[]): Finding[] {
  const wrapper = findWrapper(names);
  if (wrapper !== undefined) {
    const message = `All files are in the folder "${wrapper}"; they must be at the root of the archive.`;
    return [
      error('PACKAGE_WRAPPED', wrapper, message, `Zip the content of "${wrapper}" instead of the folder.`),
    ];
  }
  const missing = names.includes(MANIFEST_ENTRY)
    ? []
    : [
        error(
          'MANIFEST_MISSING',
          MANIFEST_ENTRY,
          'The package has no app.json.',
          'Put the manifest at the root of the archive.',
        ),
      ];
  return [...missing, ...names.flatMap(checkName)];
}

function checkName(name: string): Finding[] {
  if (!ALLOWED.test(name)) {
    const fix = `Keep only app.json, ${SIGNATURE_ENTRY}, backend/, frontend/ and migrations/ at the root.`;
    return [error('ENTRY_OUTSIDE_LAYOUT', name, `"${name}" is not part of a package.`, fix)];
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
        `"${name}": files of type .${forbidden} are never allowed.`,
        'Remove the file.',
      ),
    ];
  }
  if (name.startsWith('backend/')) {
    return [
      error(
        'BACKEND_FILE_UNEXPECTED',
        name,
        `"${name}": backend/ may contain only the jar.`,
        'Remove the file.',
      ),
    ];
  }
  if (name.startsWith('frontend/') && !FRONTEND_EXTENSIONS.has(extension)) {
    const what = extension === '' ? 'files without an extension' : `files of type .${extension}`;
    return [
      error(
        'FRONTEND_EXTENSION_UNKNOWN',
        name,
        `"${name}": ${what} are not allowed.`,
        'Remove the file, or use another format.',
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
        `"${name}": migrations/ may contain only .sql scripts.`,
        'Move or remove the file.',
      ),
    ];
  }
  if (name.split('/').length === 2) return [];
  return [
    error(
      'MIGRATION_NESTED',
      name,
      `"${name}": migrations/ may not contain folders.`,
      'Move it up; file names give the order.',
    ),
  ];
}

export const isBackendJar = (name: string): boolean =>
  name.startsWith('backend/') && extensionOf(name) === 'jar';

/** Checks that the only jar is the one that the manifest declares (spec: Package layout). */
export function checkJars(names: readonly string[], declared: string | undefined): Finding[] {
  const jars = names.filter(isBackendJar);
  const findings = jars
    .filter((name) => name !== declared && (declared !== undefined || jars.length > 1))
    .map((name) =>
      error(
        'BACKEND_SECOND_JAR',
        name,
        `"${name}" is a second jar; a package may contain only one.`,
        'Keep only the jar that assets.backend names.',
      ),
    );
  if (declared !== undefined && !jars.includes(declared)) {
    findings.push(
      error(
        'BACKEND_JAR_MISSING',
        declared,
        `assets.backend names "${declared}", which the package does not contain.`,
        'Build the backend, or remove assets.backend.',
      ),
    );
  }
  if (declared === undefined && jars.length === 1) {
    findings.push(
      error(
        'BACKEND_JAR_UNDECLARED',
        jars[0],
        `assets.backend does not name "${jars[0]}".`,
        'Declare the jar in app.json, or remove it.',
      ),
    );
  }
  return findings;
}
