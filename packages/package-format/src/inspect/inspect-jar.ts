import { PackageFormatError } from '../errors.ts';
import type { Finding } from '../finding.ts';
import type { Permissions } from '../manifest/permissions.ts';
import { ZipArchive } from '../zip/zip-archive.ts';
import { checkAttributes } from './check-attributes.ts';
import { checkJarPermissions, type IndexWithImports } from './check-jar-permissions.ts';
import { checkMapper } from './check-mapper.ts';
import { checkNames } from './check-names.ts';
import { LIMITS } from './limits.ts';

export interface JarExpectation {
  /** Entry of the package. */
  entry: string;
  code: string;
  version: string;
  /** Names of the libraries that the host provides. */
  provided: readonly string[];
  /** Those of the manifest. */
  permissions: Permissions;
}

const INDEX = 'META-INF/plugin.json';

/**
 * The backend jar by itself: index, layout, classes that the host provides (spec: D1, D4), mapper XML.
 * @param file the unpacked jar
 */
export async function inspectJar(file: string, expected: JarExpectation): Promise<Finding[]> {
  let jar: ZipArchive;
  try {
    jar = await ZipArchive.open(file);
  } catch (error) {
    if (!(error instanceof PackageFormatError)) throw error;
    return [inJar(expected, 'JAR_UNREADABLE', error.message, 'Build the backend again with the packager.')];
  }
  try {
    const findings = [
      ...checkNames(jar.entries),
      ...checkAttributes(jar.entries, Number.MAX_SAFE_INTEGER),
    ].map((finding) => ({ ...finding, entry: `${expected.entry}!${finding.entry ?? ''}` }));
    if (findings.length > 0) return findings;
    return [
      ...(await checkIndex(jar, expected)),
      ...jar.entries.flatMap(({ name }) => checkEntry(name, expected)),
      ...(await checkMappers(jar, expected)),
    ];
  } finally {
    await jar.close();
  }
}

function inJar({ entry }: JarExpectation, code: string, message: string, fix: string): Finding {
  return { code, severity: 'error', entry, message: `${entry}: ${message}`, fix };
}

const segmentOf = (code: string): string => code.replaceAll('-', '_');

async function checkIndex(jar: ZipArchive, expected: JarExpectation): Promise<Finding[]> {
  const invalid = (message: string): Finding[] => [
    inJar(expected, 'JAR_INDEX_INVALID', message, 'Build the backend again with the packager.'),
  ];
  const text = await readText(jar, INDEX, LIMITS.descriptionSize);
  if (text === undefined) return invalid(`${INDEX} is missing, too long or damaged.`);
  try {
    const index = JSON.parse(text) as
      ({ formatVersion?: unknown; code?: unknown; version?: unknown } & IndexWithImports) | null;
    if (index?.formatVersion !== 1) return invalid(`${INDEX} is not of format version 1.`);
    if (index.code === expected.code && index.version === expected.version) {
      return checkJarPermissions(index, expected);
    }
    const message = `it was built as ${String(index.code)} ${String(index.version)}, the manifest says ${expected.code} ${expected.version}.`;
    return [inJar(expected, 'JAR_MISMATCH', message, 'Build the backend again after changing app.json.')];
  } catch {
    return invalid(`${INDEX} is not valid JSON.`);
  }
}

function checkEntry(name: string, expected: JarExpectation): Finding[] {
  const refuse = (code: string, message: string, fix: string): Finding[] => [
    inJar(expected, code, message, fix),
  ];
  const library = /^lib\/((?:@[^/]+\/)?[^/]+?)(?:\.js)?(?:\/|$)/.exec(name)?.[1];
  if (/(^|\/)(@platform|@plugins)\//.test(name)) {
    return refuse(
      'JAR_HOLDS_PLATFORM',
      `"${name}" is the platform's, or a sibling's, and would exist twice (D1).`,
      'List it in peerDependencies.',
    );
  }
  if (library !== undefined && expected.provided.includes(library)) {
    return refuse(
      'JAR_HOLDS_PROVIDED',
      `"${library}" is provided by the host and would exist twice (D4).`,
      'Move it to peerDependencies.',
    );
  }
  const own = `cn/platform/${segmentOf(expected.code)}/`;
  if (name.startsWith('cn/') && !name.startsWith(own) && !own.startsWith(name)) {
    return refuse(
      'JAR_FOREIGN_CLASS',
      `"${name}" does not lie in the application's package ${own}.`,
      'Let the packager build the jar.',
    );
  }
  if (/^(META-INF\/|cn\/|lib\/|mapper\/(.*\.xml)?$)/.test(name) || /^mapper\/[^/]+\/$/.test(name)) return [];
  return refuse(
    'JAR_ENTRY_UNEXPECTED',
    `"${name}" has no place in a plugin jar.`,
    'Let the packager build the jar.',
  );
}

async function checkMappers(jar: ZipArchive, expected: JarExpectation): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name } of jar.entries) {
    if (!name.startsWith('mapper/') || !name.endsWith('.xml')) continue;
    const xml = await readText(jar, name, LIMITS.sourceSize);
    const entry = `${expected.entry}!${name}`;
    if (xml === undefined)
      findings.push(
        inJar(expected, 'JAR_UNREADABLE', `"${name}" is too long or damaged.`, 'Build the backend again.'),
      );
    else findings.push(...checkMapper(entry, xml, `cn.platform.${segmentOf(expected.code)}.`));
  }
  return findings;
}

async function readText(jar: ZipArchive, name: string, limit: number): Promise<string | undefined> {
  const entry = jar.entries.find((candidate) => candidate.name === name);
  if (!entry || entry.size > limit) return undefined;
  try {
    return (await jar.read(name)).toString('utf8');
  } catch (error) {
    if (error instanceof PackageFormatError) return undefined;
    throw error;
  }
}
