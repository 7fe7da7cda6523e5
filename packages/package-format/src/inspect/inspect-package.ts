import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { bySeverity, capped, hasErrors, presentable, type Finding } from '../finding.ts';
import type { AppManifest } from '../manifest/schema.ts';
import type { TrustedKey } from '../signature/keys.ts';
import { verifySignature, type SignatureVerdict } from '../signature/verify.ts';
import { SIGNATURE_ENTRY } from '../signature/signature-file.ts';
import { readDirectory } from '../zip/directory.ts';
import { openByteSource, type ByteSource } from '../zip/byte-source.ts';
import { checkAgreement } from './check-agreement.ts';
import { checkLayout, findWrapper } from './check-layout.ts';
import { hashFile, type FileHashes } from './hash-file.ts';
import { inMegabytes, LIMITS } from './limits.ts';
import { readPackage, type ReadPackage } from './read-package.ts';
import { signatureFindings, type SecurityMode } from './signature-findings.ts';

export interface InspectOptions {
  /** Name of the uploaded file. Default: the file's own name. */
  fileName?: string;
  mode: SecurityMode;
  trustedKeys: readonly TrustedKey[];
  revokedKeys?: readonly string[];
  /** Code of the listing that the package is uploaded for. */
  expectedCode?: string;
  /** Reserved names. Default: those of design 9.8-60; empty for an installed application. */
  reservedNames?: readonly string[];
  /** Names of the libraries that the host provides to plugins. */
  providedPackages?: readonly string[];
}

export interface Inspection {
  /** Whether no finding is an error. */
  ok: boolean;
  /** Errors first. */
  findings: Finding[];
  manifest?: AppManifest;
  manifestJson?: string;
  entries: Array<{ name: string; size: number; sha256: string }>;
  signature: SignatureVerdict;
  /** Size of the package in bytes. */
  size: number;
  /** Empty, like `sha256`, for a package that is too large to be read. */
  md5: string;
  sha256: string;
}

/**
 * Inspects a package in constant memory and reports all findings at once.
 *
 * A bad package never throws. (design 4.3; spec: Package layout, Limits)
 *
 * @param file path of the package
 * @throws what the file system throws
 */
export async function inspectPackage(file: string, options: InspectOptions): Promise<Inspection> {
  const source = await openByteSource(file);
  try {
    const fileName = options.fileName ?? basename(file);
    const findings = checkFile(fileName, source.size);
    if (source.size > LIMITS.packageSize) return unread(source.size, findings);
    if (await isNoArchive(source))
      return { ...unread(source.size, [...findings, noArchive()]), ...(await hashFile(file, source.size)) };
    const folder = await mkdtemp(join(tmpdir(), 'platform-inspect-'));
    try {
      const [read, hashes] = await Promise.all([
        readPackage(source, join(folder, 'backend.jar'), options.reservedNames),
        hashFile(file, source.size),
      ]);
      return { ...(await judge(read, findings, { ...options, fileName })), ...hashes };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } finally {
    await source.close();
  }
}

function checkFile(fileName: string, size: number): Finding[] {
  const findings: Finding[] = [];
  if (!/\.zip$/i.test(fileName)) {
    const message = `"${fileName}" does not end with .zip.`;
    findings.push({
      code: 'PACKAGE_NOT_ZIP',
      severity: 'error',
      message,
      fix: 'Upload the .zip file that the packager wrote.',
    });
  }
  if (size > LIMITS.packageSize) {
    const message = `The package has ${inMegabytes(size)}; the limit is ${inMegabytes(LIMITS.packageSize)}.`;
    findings.push({
      code: 'PACKAGE_TOO_LARGE',
      severity: 'error',
      message,
      fix: 'Remove files that the application does not need.',
    });
  }
  return findings;
}

/** Neither its beginning nor its end is that of an archive. */
async function isNoArchive(source: ByteSource): Promise<boolean> {
  if ((await source.read(0, 2)).toString('latin1') === 'PK') return false;
  return (await readDirectory(source)).problems.some(({ code }) => code === 'ZIP_END_MISSING');
}

/** The only finding that helps: what such a file lacks of a package is everything. */
const noArchive = (): Finding => ({
  code: 'ZIP_END_MISSING',
  severity: 'error',
  message: 'The file is no zip archive.',
  fix: 'Upload the .zip file that the packager wrote.',
});

function unread(size: number, findings: Finding[]): Inspection {
  const signature: SignatureVerdict = { state: 'unverifiable', reason: 'The package was not read.' };
  return { ok: false, findings, entries: [], signature, size, md5: '', sha256: '' };
}

async function judge(
  read: ReadPackage,
  findings: Finding[],
  options: InspectOptions & { fileName: string },
): Promise<Omit<Inspection, keyof FileHashes>> {
  const { names, manifest, manifestJson } = read;
  const wrapped = findWrapper(names) !== undefined;
  const signature = verify(read, options);
  const all = capped(
    bySeverity([
      ...findings,
      // Without entries, it is the cause of all others.
      ...(names.length === 0 ? read.archiveFindings : []),
      ...checkLayout(names),
      ...(wrapped ? [] : read.contentFindings),
      ...(wrapped ? [] : await checkAgreement(read, options)),
      // The signature of a wrapped package is one folder too deep; the wrapping is the actual
      // problem.
      ...(wrapped ? [] : signatureFindings(signature, options.mode)),
      // Damage is listed last: a changed byte is a broken signature in the first place.
      ...(names.length === 0 ? [] : read.archiveFindings),
    ]),
  ).map(presentable);
  const entries = [...read.entries.values()].map(({ name, size, sha256 }) => ({ name, size, sha256 }));
  return {
    ok: !hasErrors(all),
    findings: all,
    manifest,
    manifestJson,
    entries,
    signature,
    size: read.size,
  };
}

function verify(read: ReadPackage, options: InspectOptions): SignatureVerdict {
  const { entries, unpacked, identity, archiveFindings } = read;
  const entry = entries.get(SIGNATURE_ENTRY);
  if (!unpacked) return { state: 'unverifiable', reason: 'The package cannot be read.' };
  if (options.mode === 'off' && entry) {
    return { state: 'unverifiable', reason: 'Signatures are not checked (security mode off).' };
  }
  const verdict = verifySignature({
    signature: entry && (entry.content ?? Buffer.alloc(0)),
    files: [...entries.values()].map(({ name, size, sha256 }) => ({ path: name, size, sha256 })),
    manifest: identity,
    trustedKeys: options.trustedKeys,
    revokedKeys: options.revokedKeys,
  });
  const damage = archiveFindings[0];
  if (verdict.state !== 'signed' || !damage) return verdict;
  return { ...verdict, state: 'invalid', reason: `The archive was changed after signing. ${damage.message}` };
}
