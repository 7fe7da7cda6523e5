import { Value } from 'typebox/value';
import { PackageFormatError } from '../errors.ts';
import type { Finding } from '../finding.ts';
import type { Permissions } from '../manifest/permissions.ts';
import { openByteSource, type ByteSource } from '../zip/byte-source.ts';
import { readDirectory, type ZipDirectory } from '../zip/directory.ts';
import { ZipArchive } from '../zip/zip-archive.ts';
import { checkAttributes } from './check-attributes.ts';
import { checkContent } from './check-content.ts';
import { checkJarIndex } from './check-jar-index.ts';
import { checkImports, checkJarPermissions, JarIndex } from './check-jar-permissions.ts';
import { checkMappers } from './check-mapper.ts';
import { checkNames } from './check-names.ts';
import { inMegabytes, LIMITS } from './limits.ts';
import { moduleImports } from './module-imports.ts';
import { readEntries } from './read-entries.ts';
import { SequentialReader } from './sequential-reader.ts';

export interface JarExpectation {
  /** Entry of the package. */
  entry: string;
  code: string;
  version: string;
  /** Names of the libraries provided by the host. */
  provided: readonly string[];
  /** Permissions of the manifest. */
  permissions: Permissions;
}

const INDEX = 'META-INF/plugin.json';
const MANIFEST = 'META-INF/MANIFEST.MF';
/** Files of a packager: scripts, source maps, mapper XML, index and manifest. */
const FILE = /^(META-INF\/(plugin\.json|MANIFEST\.MF)|(cn|lib)\/.+\.js(\.map)?|mapper\/.+\.xml)$/;
const FOLDER = /^(META-INF|cn|lib|mapper)\//;

/**
 * Inspects a backend jar on its own, as strictly as the package.
 *
 * Covers index, layout, classes provided by the host (spec: D1, D4) and mapper XML.
 *
 * @param file the unpacked jar
 */
export async function inspectJar(file: string, expected: JarExpectation): Promise<Finding[]> {
  const source = await openByteSource(file);
  try {
    const directory = await readDirectory(source);
    if (directory.problems.length > 0) {
      return directory.problems.map(({ message }) =>
        inJar(expected, 'JAR_UNREADABLE', message, 'Build the backend again with the packager.'),
      );
    }
    const findings = await checkBytes(source, directory);
    if (findings.length > 0) {
      return findings.map((finding) => ({ ...finding, entry: `${expected.entry}!${finding.entry ?? ''}` }));
    }
    const jar = ZipArchive.over(source, directory.entries);
    return [
      ...(await checkManifest(jar, expected)),
      ...(await checkIndex(jar, expected)),
      ...jar.entries.flatMap(({ name }) => checkEntry(name, expected)),
      ...(await inspectMappers(jar, expected)),
    ];
  } finally {
    await source.close();
  }
}

async function checkBytes(source: ByteSource, directory: ZipDirectory): Promise<Finding[]> {
  const findings = [...checkNames(directory.entries), ...checkAttributes(directory.entries, source.size)];
  if (findings.length > 0) return findings;
  for await (const entry of readEntries(new SequentialReader(source), directory, () => ({}), findings)) {
    findings.push(...checkContent(entry));
  }
  return findings;
}

function inJar({ entry }: JarExpectation, code: string, message: string, fix: string): Finding {
  return { code, severity: 'error', entry, message: `${entry}: ${message}`, fix };
}

const segmentOf = (code: string): string => code.replaceAll('-', '_');

/** Checks `META-INF/MANIFEST.MF`, which names application and version. (spec: R5, V1) */
async function checkManifest(jar: ZipArchive, expected: JarExpectation): Promise<Finding[]> {
  const text = await readText(jar, MANIFEST, LIMITS.descriptionSize);
  const fix = 'Build the backend again with the packager.';
  if (text === undefined) {
    return [inJar(expected, 'JAR_INDEX_INVALID', `${MANIFEST} is missing, too long or damaged.`, fix)];
  }
  const wanted = { 'Application-Code': expected.code, 'Application-Version': expected.version };
  return Object.entries(wanted).flatMap(([name, value]) => {
    const stated = mainAttributes(text).filter(([key]) => key.toLowerCase() === name.toLowerCase());
    if (stated.length === 1 && stated[0]?.[1] === value) return [];
    const said = stated.map(([, each]) => `"${each}"`).join(' and ') || 'nothing';
    const message = `${MANIFEST} states ${said} as ${name}, but app.json says "${value}".`;
    return [inJar(expected, 'JAR_MISMATCH', message, fix)];
  });
}

/** Reads the lines of the main section, which ends with the first empty line. */
function mainAttributes(text: string): Array<[name: string, value: string]> {
  const [main = ''] = text.replaceAll(/\r\n?/g, '\n').replaceAll('\n ', '').split('\n\n');
  return main.split('\n').map((line) => {
    const [name = '', ...value] = line.split(': ');
    return [name, value.join(': ')];
  });
}

async function checkIndex(jar: ZipArchive, expected: JarExpectation): Promise<Finding[]> {
  const invalid = (message: string): Finding[] => [
    inJar(expected, 'JAR_INDEX_INVALID', message, 'Build the backend again with the packager.'),
  ];
  const text = await readText(jar, INDEX, LIMITS.descriptionSize);
  if (text === undefined) return invalid(`${INDEX} is missing, too long or damaged.`);
  const index = parseIndex(text);
  if (index === undefined) return invalid(`${INDEX} is not an index of format version 1.`);
  if (index.code === expected.code && index.version === expected.version) {
    const prefix = `cn.platform.${segmentOf(expected.code)}.`;
    const names = new Set(jar.entries.map(({ name }) => name));
    return [
      ...checkJarIndex(text, index, { entry: expected.entry, prefix, names }),
      ...checkJarPermissions(index, expected),
      ...(await checkModules(jar, index, expected)),
    ];
  }
  const message = `it was built as ${index.code} ${index.version}, but the manifest says ${expected.code} ${expected.version}.`;
  return [inJar(expected, 'JAR_MISMATCH', message, 'Build the backend again after changing app.json.')];
}

/** Imports are read from the application's modules as well, since the index may omit them. */
async function checkModules(jar: ZipArchive, index: JarIndex, expected: JarExpectation): Promise<Finding[]> {
  const findings: Finding[] = [];
  const known = new Map((index.modules ?? []).map(({ file, requires }) => [file, requires ?? []]));
  let left: number = LIMITS.modulesSize;
  for (const { name, size } of jar.entries) {
    if (!name.startsWith('cn/') || !name.endsWith('.js')) continue;
    left -= size;
    const source = left < 0 ? undefined : await readText(jar, name, LIMITS.entrySize);
    if (source === undefined) {
      const message = `"${name}" is too long to be checked.`;
      findings.push(
        inJar(expected, 'JAR_UNREADABLE', message, 'Split the module, and bundle libraries under lib/.'),
      );
      continue;
    }
    const told = known.get(name) ?? [];
    const requires = moduleImports(source).filter((specifier) => !told.includes(specifier));
    findings.push(...checkImports({ file: name, source: name, requires }, expected));
  }
  return findings;
}

function parseIndex(text: string): JarIndex | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Value.Check(JarIndex, value) ? value : undefined;
  } catch {
    return undefined;
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
      `"${name}" belongs to the platform or to a sibling, so its classes would exist twice (D1).`,
      'List it in peerDependencies.',
    );
  }
  if (library !== undefined && expected.provided.includes(library)) {
    return refuse(
      'JAR_HOLDS_PROVIDED',
      `The host provides "${library}", so its classes would exist twice (D4).`,
      'Move it to peerDependencies.',
    );
  }
  const own = `cn/platform/${segmentOf(expected.code)}/`;
  if (name.startsWith('cn/') && !name.startsWith(own) && !own.startsWith(name)) {
    return refuse(
      'JAR_FOREIGN_CLASS',
      `"${name}" is outside the application's package ${own}.`,
      'Build the jar with the packager.',
    );
  }
  if (name.endsWith('/') ? FOLDER.test(name) : FILE.test(name)) return [];
  return refuse(
    'JAR_ENTRY_UNEXPECTED',
    `"${name}" is not part of a plugin jar.`,
    'Build the jar with the packager.',
  );
}

async function inspectMappers(jar: ZipArchive, expected: JarExpectation): Promise<Finding[]> {
  const mappers = jar.entries.filter(({ name }) => name.startsWith('mapper/') && name.endsWith('.xml'));
  const size = mappers.reduce((sum, entry) => sum + entry.size, 0);
  if (size > LIMITS.mapperSize) {
    const message = `its mapper XML has ${inMegabytes(size)}; the limit is ${inMegabytes(LIMITS.mapperSize)}.`;
    return [inJar(expected, 'JAR_UNREADABLE', message, 'Split the application into several.')];
  }
  const findings: Finding[] = [];
  const files: Array<{ entry: string; xml: string }> = [];
  for (const { name } of mappers) {
    const xml = await readText(jar, name, LIMITS.sourceSize);
    if (xml !== undefined) files.push({ entry: `${expected.entry}!${name}`, xml });
    else
      findings.push(
        inJar(expected, 'JAR_UNREADABLE', `"${name}" is too long or damaged.`, 'Build the backend again.'),
      );
  }
  return [...findings, ...checkMappers(files, `cn.platform.${segmentOf(expected.code)}.`)];
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
