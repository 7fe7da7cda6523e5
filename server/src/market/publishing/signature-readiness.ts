import { reasonOf } from '../../kernel/index.ts';
import { join } from 'node:path';
import type { SecurityMode, SignatureState } from '@platform/package-format';
import type { Install, InstallStore } from '../records/install-store.ts';
import type { PackageInspector } from '../packages/package-inspector.ts';
import { withTempFolder, type PackageStorage } from '../packages/package-storage.ts';
import type { AppVersion, VersionStore } from '../records/version-store.ts';

/** Largest number of versions checked. (spec: Limits, signature-readiness) */
const READINESS_LIMIT = 100;
/** Number of packages fetched and read at once. */
const PARALLEL = 4;

/** The versions that the mode `enforce` would refuse. (spec: Endpoints 10) */
export interface ReadinessReport {
  /** Current mode of this host. */
  readonly mode: SecurityMode;
  /** All published versions were checked and are signed with a trusted key. */
  readonly ready: boolean;
  readonly checked: number;
  readonly signed: number;
  readonly unsigned: number;
  readonly invalid: number;
  readonly unverifiable: number;
  /** Only the latest published versions were checked. */
  readonly truncated: boolean;
  /** Versions that `enforce` would refuse, installed ones first. */
  readonly versions: readonly UnreadyVersion[];
}

export interface UnreadyVersion {
  readonly versionId: number;
  readonly appId: number;
  readonly appCode: string;
  readonly version: string;
  readonly state: SignatureState;
  readonly reason: string | null;
  /** Number of tenants with this version; it keeps running for them. */
  readonly installs: number;
  /** Number of tenants that could no longer roll back to it. */
  readonly rollbacks: number;
}

/** Progress of a check, in versions. */
export interface ReadinessProgress {
  readonly done: number;
  readonly total: number;
}

export interface ReadinessParts {
  readonly versions: VersionStore;
  readonly installs: InstallStore;
  readonly storage: PackageStorage;
  readonly inspector: PackageInspector;
  readonly tempDir: string;
}

/** Fetches and verifies all published packages again, whatever the mode and earlier results. */
export class SignatureReadiness {
  readonly #parts: ReadinessParts;
  #running: Promise<ReadinessReport> | undefined;
  #progress: ReadinessProgress | undefined;

  constructor(parts: ReadinessParts) {
    this.#parts = parts;
  }

  /** Concurrent calls share one check, so that disk and time stay bounded. */
  check(): Promise<ReadinessReport> {
    this.#running ??= this.#check().finally(() => {
      this.#running = undefined;
      this.#progress = undefined;
    });
    return this.#running;
  }

  /** Progress of this node's running check; undefined when none runs. */
  get progress(): ReadinessProgress | undefined {
    return this.#progress;
  }

  async #check(): Promise<ReadinessReport> {
    const { inspector, installs, versions } = this.#parts;
    const published = await versions.onOffer(READINESS_LIMIT + 1);
    const waiting = published.slice(0, READINESS_LIMIT);
    const checked = waiting.length;
    const installed = await installs.all();
    const found: UnreadyVersion[] = [];
    this.#progress = { done: 0, total: checked };
    const worker = async (): Promise<void> => {
      for (let version = waiting.shift(); version; version = waiting.shift()) {
        found.push(await this.#verify(version, installed));
        this.#progress = { done: found.length, total: checked };
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, worker));
    const count = (state: SignatureState): number =>
      found.filter((version) => version.state === state).length;
    const truncated = published.length > READINESS_LIMIT;
    return {
      mode: inspector.mode,
      ready: !truncated && count('signed') === checked,
      checked,
      signed: count('signed'),
      unsigned: count('unsigned'),
      invalid: count('invalid'),
      unverifiable: count('unverifiable'),
      truncated,
      versions: found.filter((version) => version.state !== 'signed').sort(inUseFirst),
    };
  }

  /** A package that cannot be fetched counts as unverifiable. (design 4.2) */
  async #verify(row: AppVersion, installed: readonly Install[]): Promise<UnreadyVersion> {
    const { inspector, storage, tempDir } = this.#parts;
    const { versionId, appId, appCode, version, packageUrl } = row;
    const { state, reason } = await withTempFolder(tempDir, async (folder) => {
      const file = join(folder, 'package.zip');
      await storage.fetch(packageUrl, file);
      return inspector.signatureOf(file);
    }).catch((error: unknown) => ({
      state: 'unverifiable' as const,
      reason: reasonOf(error),
    }));
    const own = installed.filter((install) => install.appCode === appCode);
    return {
      versionId,
      appId,
      appCode,
      version,
      state,
      reason: reason ?? null,
      installs: own.filter((install) => install.version === version).length,
      rollbacks: own.filter((install) => install.previousVersion === version).length,
    };
  }
}

function inUseFirst(a: UnreadyVersion, b: UnreadyVersion): number {
  const used = ({ installs, rollbacks }: UnreadyVersion): number =>
    installs > 0 ? 2 : rollbacks > 0 ? 1 : 0;
  return used(b) - used(a) || a.appCode.localeCompare(b.appCode) || a.versionId - b.versionId;
}
