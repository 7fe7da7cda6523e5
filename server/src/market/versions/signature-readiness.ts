import { reasonOf } from '../../kernel/index.ts';
import { join } from 'node:path';
import type { SecurityMode, SignatureState } from '@platform/package-format';
import type { Install, InstallStore } from '../installs/install-store.ts';
import type { PackageInspector } from './package-inspector.ts';
import { withTempFolder, type PackageStorage } from './package-storage.ts';
import type { AppVersion, VersionStore } from './version-store.ts';

/** Versions that are looked at. (spec: Limits, signature-readiness) */
const READINESS_LIMIT = 100;
/** Packages on disk and being read at a time; each is read as a stream. */
const PARALLEL = 4;

/** What switching to `enforce` would refuse. (spec: Endpoints 10) */
export interface ReadinessReport {
  /** The mode of this host now. */
  readonly mode: SecurityMode;
  /** Every published version was looked at and is signed by a trusted key. */
  readonly ready: boolean;
  readonly checked: number;
  readonly signed: number;
  readonly unsigned: number;
  readonly invalid: number;
  readonly unverifiable: number;
  /** There are more published versions than were looked at; the latest published were. */
  readonly truncated: boolean;
  /** Those that `enforce` would refuse, those that are installed first. */
  readonly versions: readonly UnreadyVersion[];
}

export interface UnreadyVersion {
  readonly versionId: number;
  readonly appId: number;
  readonly appCode: string;
  readonly version: string;
  readonly state: SignatureState;
  readonly reason: string | null;
  /** Tenants that have this version: it goes on running for them. */
  readonly installs: number;
  /** Tenants that could not roll back to it any more. */
  readonly rollbacks: number;
}

/** How far a check is: versions that were looked at, and all that will be. */
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

/** Fetches and verifies the published packages anew, whatever the mode and whatever was found when they were uploaded. */
export class SignatureReadiness {
  readonly #parts: ReadinessParts;
  #running: Promise<ReadinessReport> | undefined;
  #progress: ReadinessProgress | undefined;

  constructor(parts: ReadinessParts) {
    this.#parts = parts;
  }

  /** Who asks while a check is under way gets its answer, so that what it takes of disk and time stays bounded. */
  check(): Promise<ReadinessReport> {
    this.#running ??= this.#check().finally(() => {
      this.#running = undefined;
      this.#progress = undefined;
    });
    return this.#running;
  }

  /** Of the check that is under way on this node; undefined while there is none. */
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

  /** A package that cannot be fetched is unverifiable. (design 4.2) */
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
