import { join } from 'node:path';
import type { SignatureState } from '@platform/package-format';
import type { PackageInspector } from './package-inspector.ts';
import { withTempFolder, type PackageStorage } from './package-storage.ts';
import type { AppVersion, VersionStore } from './version-store.ts';

/** Versions that are looked at. (spec: Limits, signature-readiness) */
const READINESS_LIMIT = 100;
/** Packages on disk and being read at a time; each is read as a stream. */
const PARALLEL = 4;

/** What switching to `enforce` would refuse. (spec: Endpoints 10) */
export interface SignatureReadiness {
  /** Every published version was looked at and is signed by a trusted key. */
  readonly ready: boolean;
  readonly checked: number;
  readonly signed: number;
  readonly unsigned: number;
  readonly invalid: number;
  readonly unverifiable: number;
  /** There are more published versions than were looked at; the latest published were. */
  readonly truncated: boolean;
  /** Those that `enforce` would refuse. */
  readonly versions: readonly UnreadyVersion[];
}

export interface UnreadyVersion {
  readonly versionId: number;
  readonly appCode: string;
  readonly version: string;
  readonly state: SignatureState;
  readonly reason: string | null;
}

export interface ReadinessParts {
  readonly versions: VersionStore;
  readonly storage: PackageStorage;
  readonly inspector: PackageInspector;
  readonly tempDir: string;
}

/** Fetches and verifies the published packages anew, whatever the mode and whatever was found when they were uploaded. */
export async function signatureReadiness(parts: ReadinessParts): Promise<SignatureReadiness> {
  const published = await parts.versions.onOffer(READINESS_LIMIT + 1);
  const waiting = published.slice(0, READINESS_LIMIT);
  const found: UnreadyVersion[] = [];
  const worker = async (): Promise<void> => {
    for (let version = waiting.shift(); version; version = waiting.shift()) {
      found.push(await verify(parts, version));
    }
  };
  const checked = waiting.length;
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  const count = (state: SignatureState): number => found.filter((version) => version.state === state).length;
  const truncated = published.length > READINESS_LIMIT;
  return {
    ready: !truncated && count('signed') === checked,
    checked,
    signed: count('signed'),
    unsigned: count('unsigned'),
    invalid: count('invalid'),
    unverifiable: count('unverifiable'),
    truncated,
    versions: found
      .filter((version) => version.state !== 'signed')
      .sort((a, b) => a.appCode.localeCompare(b.appCode) || a.versionId - b.versionId),
  };
}

/** A package that cannot be fetched is unverifiable. (design 4.2) */
async function verify(
  { storage, inspector, tempDir }: ReadinessParts,
  { versionId, appCode, version, packageUrl }: AppVersion,
): Promise<UnreadyVersion> {
  const { state, reason } = await withTempFolder(tempDir, async (folder) => {
    const file = join(folder, 'package.zip');
    await storage.fetch(packageUrl, file);
    return inspector.signatureOf(file);
  }).catch((error: unknown) => ({
    state: 'unverifiable' as const,
    reason: error instanceof Error ? error.message : String(error),
  }));
  return { versionId, appCode, version, state, reason: reason ?? null };
}
