import { PackageFormatError } from '../errors.ts';
import type { Finding } from '../finding.ts';
import { parseManifest, type ParsedManifest } from '../manifest/parse-manifest.ts';
import type { AppManifest } from '../manifest/schema.ts';
import { SIGNATURE_ENTRY } from '../signature/signature-file.ts';
import type { ByteSource } from '../zip/byte-source.ts';
import { readDirectory } from '../zip/directory.ts';
import type { ZipEntry } from '../zip/records.ts';
import { ZipArchive } from '../zip/zip-archive.ts';
import { checkAttributes } from './check-attributes.ts';
import { checkContent } from './check-content.ts';
import { checkFrontendFile, isPictureOfText } from './check-frontend-file.ts';
import { REMOTE_DESCRIPTION } from './check-frontend.ts';
import { isBackendJar, MANIFEST_ENTRY } from './check-layout.ts';
import { scanScript, type ScannedScript } from './check-migrations.ts';
import { checkNames } from './check-names.ts';
import type { SinkTarget } from './entry-sink.ts';
import { LIMITS } from './limits.ts';
import { readEntries, type ReadEntry } from './read-entries.ts';
import { SequentialReader } from './sequential-reader.ts';

/** A package after a single pass over its bytes. */
export interface ReadPackage {
  names: string[];
  entries: Map<string, ReadEntry>;
  scripts: ScannedScript[];
  /** The unpacked jar; undefined when it is missing or damaged. */
  jar: { entry: string; file: string } | undefined;
  manifest: AppManifest | undefined;
  /** Code and version of the manifest, even of an invalid one. */
  identity: { code: string; version: string } | undefined;
  manifestJson: string | undefined;
  /** Findings about names, manifest and contents. */
  contentFindings: Finding[];
  /** Findings about the archive itself. */
  archiveFindings: Finding[];
  /** False when nothing was unpacked: an unreadable archive, or a zip bomb. */
  unpacked: boolean;
  size: number;
}

const BOMB = new Set(['PACKAGE_RATIO', 'PACKAGE_UNPACKED_SIZE', 'PACKAGE_TOO_MANY_ENTRIES']);

/**
 * Reads a package once and keeps only the data of later checks. @param jarFile target of its jar
 */
export async function readPackage(
  source: ByteSource,
  jarFile: string,
  reserved: readonly string[] | undefined,
): Promise<ReadPackage> {
  const directory = await readDirectory(source);
  const archiveFindings = directory.problems.map(({ code, message, entry }): Finding => {
    return { code, severity: 'error', entry, message, fix: 'Build or download the package again.' };
  });
  const names = directory.entries.map(({ name }) => name);
  const contentFindings = checkEntries(directory.entries, source.size);
  const unpacked = names.length > 0 && !contentFindings.some(({ code }) => BOMB.has(code));

  const reader = new SequentialReader(source);
  const entries = new Map<string, ReadEntry>();
  const scripts: ScannedScript[] = [];
  const jarName = names.find(isBackendJar);
  if (unpacked) {
    const target = targets(jarName, jarFile, await peekFrontendEntry(source, directory.entries, reserved));
    for await (const entry of readEntries(reader, directory, target, archiveFindings)) {
      if (!isBackendJar(entry.name))
        contentFindings.push(...checkContent(entry), ...checkFrontendFile(entry));
      if (isScript(entry.name) && !entry.damaged) scripts.push(scanScript(entry));
      const isDone = isScript(entry.name) || isPictureOfText(entry.name);
      entries.set(entry.name, isDone ? { ...entry, content: undefined } : entry);
    }
  }

  const { manifest, findings } = readManifest(entries.get(MANIFEST_ENTRY), reserved);
  const manifestJson = entries.get(MANIFEST_ENTRY)?.content?.toString('utf8');
  const jarIsWhole = jarName !== undefined && entries.get(jarName)?.damaged === false;
  return {
    names,
    entries,
    scripts,
    jar: jarIsWhole ? { entry: jarName, file: jarFile } : undefined,
    manifest,
    identity: manifestJson === undefined ? undefined : readIdentity(manifestJson),
    manifestJson,
    contentFindings: [...checkManifestSize(directory.entries), ...findings, ...contentFindings],
    archiveFindings,
    unpacked,
    size: source.size,
  };
}

/** An excessive number of entries is not checked entry by entry. */
function checkEntries(entries: readonly ZipEntry[], packageSize: number): Finding[] {
  const attributes = checkAttributes(entries, packageSize);
  return entries.length > LIMITS.entries ? attributes : [...checkNames(entries), ...attributes];
}

const isScript = (name: string): boolean => /^migrations\/.+\.sql$/i.test(name);

function targets(jar: string | undefined, jarFile: string, frontendEntry: string | undefined) {
  return ({ name }: ZipEntry): SinkTarget => {
    if (name === MANIFEST_ENTRY) return { keep: LIMITS.manifestSize };
    if (name === SIGNATURE_ENTRY) return { keep: LIMITS.signatureSize };
    if (name === REMOTE_DESCRIPTION) return { keep: LIMITS.descriptionSize };
    if (name === frontendEntry) return { keep: LIMITS.entrySize };
    if (isScript(name) || isPictureOfText(name)) return { keep: LIMITS.sourceSize };
    return name === jar ? { file: jarFile } : {};
  };
}

/** Finds the frontend's entry, which the pass has to keep. Its content is checked in the pass. */
async function peekFrontendEntry(
  source: ByteSource,
  entries: readonly ZipEntry[],
  reserved: readonly string[] | undefined,
): Promise<string | undefined> {
  const manifest = entries.find(({ name }) => name === MANIFEST_ENTRY);
  if (!manifest || manifest.size > LIMITS.manifestSize) return undefined;
  try {
    const archive = ZipArchive.over(source, entries);
    return parseManifest(await archive.read(MANIFEST_ENTRY), reserved).manifest?.assets.frontend;
  } catch (error) {
    if (error instanceof PackageFormatError) return undefined;
    throw error;
  }
}

function readManifest(entry: ReadEntry | undefined, reserved: readonly string[] | undefined): ParsedManifest {
  return entry?.content ? parseManifest(entry.content, reserved) : { findings: [] };
}

/**
 * Uses the size in the directory, so that a manifest that is a zip bomb is reported as too large.
 */
function checkManifestSize(entries: readonly ZipEntry[]): Finding[] {
  const size = entries.find(({ name }) => name === MANIFEST_ENTRY)?.size ?? 0;
  if (size <= LIMITS.manifestSize) return [];
  const message = `app.json has ${size} bytes; the limit is ${LIMITS.manifestSize} (1 MB).`;
  const fix = 'Move texts and pictures out of the manifest.';
  return [{ code: 'MANIFEST_TOO_LARGE', severity: 'error', entry: MANIFEST_ENTRY, message, fix }];
}

function readIdentity(manifestJson: string): { code: string; version: string } | undefined {
  try {
    const { code, version } = JSON.parse(manifestJson) as { code?: unknown; version?: unknown };
    return typeof code === 'string' && typeof version === 'string' ? { code, version } : undefined;
  } catch {
    return undefined;
  }
}
