import { join } from 'node:path';
import { ZipArchive } from '@platform/package-format';
import { packageFiles } from '../disk/package-files.ts';
import type { Placement, PlacementPlan } from '../disk/placement.ts';
import { withTempFolder } from '../packages/package-storage.ts';
import { verifyPackage, type PackageVerifier } from '../packages/verify-package.ts';
import { versionNotFound } from '../operations/version-errors.ts';
import type { VersionStore } from '../records/version-store.ts';
import type { Backends } from '../runtime/backends.ts';
import type { MarketSource } from '../source/market-source.ts';
import type { Applications } from './convergence.ts';
import type { Desired } from '../records/desired-store.ts';

export interface LocalApplicationParts {
  readonly source: Pick<MarketSource, 'fetch'>;
  readonly verifier: PackageVerifier;
  readonly versions: VersionStore;
  readonly placement: Placement;
  readonly backends: Backends;
  readonly tempDir: string;
  /** Lets one worker of this machine at a time change the files of applications. */
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * The applications of this host: files on its disk, backends in its process.
 *
 * Workers of one machine share the files, so each change looks first whether another worker has
 * made it. (design 10.7-12)
 */
export class LocalApplications implements Applications {
  readonly #parts: LocalApplicationParts;

  constructor(parts: LocalApplicationParts) {
    this.#parts = parts;
  }

  version(appCode: string): string | null {
    return this.#parts.placement.record(appCode)?.version ?? null;
  }

  async isCurrent(desired: Desired): Promise<boolean> {
    const { backends, placement } = this.#parts;
    const { appCode, state, version } = desired;
    await placement.reread(appCode);
    const loaded = backends.loadedJar(appCode);
    if (state === 'removed') return placement.record(appCode) === undefined && loaded === null;
    const placed = await placement.placed(appCode);
    if (placed?.version !== version) return false;
    return loaded === (state === 'running' && backends.enabled ? placed.jar : null);
  }

  async place(desired: Desired): Promise<void> {
    const { placement } = this.#parts;
    if (desired.state === 'removed') {
      if (placement.record(desired.appCode)) await this.#remove(desired.appCode);
    } else if (!(await this.#isPlaced(desired))) await this.#change(desired, async () => undefined);
  }

  async reach(desired: Desired): Promise<void> {
    const { appCode, state } = desired;
    if (state !== 'removed') return this.#change(desired, (jar) => this.#run(desired, jar));
    await this.#unload(appCode);
    await this.#remove(appCode);
  }

  async #isPlaced({ appCode, version }: Desired): Promise<boolean> {
    const { placement } = this.#parts;
    await placement.reread(appCode);
    return (await placement.placed(appCode))?.version === version;
  }

  /** @param run switches the backend between the jar and the rest, as an operation does */
  #change(desired: Desired, run: (jar: string | null) => Promise<void>): Promise<void> {
    const { exclusively, placement } = this.#parts;
    return exclusively(async () => {
      if (await this.#isPlaced(desired)) await run(placement.record(desired.appCode)?.jar ?? null);
      else await this.#placeAnd(desired, run);
    });
  }

  /** Fetches and verifies as an installation does. Migrations have run once, on another host. */
  async #placeAnd({ appCode, version }: Desired, run: (jar: string | null) => Promise<void>): Promise<void> {
    const { placement, source, tempDir, verifier, versions } = this.#parts;
    const saved = await versions.find(appCode, version);
    if (!saved) throw versionNotFound(appCode, version);
    const plan = await withTempFolder(tempDir, async (folder) => {
      const file = join(folder, 'package.zip');
      await source.fetch(saved, file);
      const { manifest } = await verifyPackage(verifier, saved, file);
      const archive = await ZipArchive.open(file);
      try {
        const files = packageFiles(archive, manifest);
        const plan = await placement.plan(`follow-${appCode}`, appCode, version, files);
        await placement.clearStaging(plan);
        await this.#orRollBack(plan, () => placement.stage(plan, files));
        return plan;
      } finally {
        await archive.close();
      }
    });
    await this.#orRollBack(plan, async () => {
      await placement.switchJar(plan);
      await run(plan.after.jar);
      await placement.switchRest(plan);
    });
    await placement.finish(plan);
  }

  async #orRollBack(plan: PlacementPlan, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      await this.#parts.placement.rollBack(plan, true);
      throw error;
    }
  }

  async #run({ appCode, state }: Desired, jar: string | null): Promise<void> {
    const { backends } = this.#parts;
    if (!backends.enabled || backends.loadedJar(appCode) === (state === 'running' ? jar : null)) return;
    if (state !== 'running' || jar === null) await this.#unload(appCode);
    else if (!(await backends.keepOut(appCode, jar))) await backends.load(appCode, jar);
  }

  async #unload(appCode: string): Promise<void> {
    const { backends } = this.#parts;
    if (backends.loadedJar(appCode) !== null) await backends.unload(appCode);
  }

  #remove(appCode: string): Promise<void> {
    const { exclusively, placement } = this.#parts;
    return exclusively(() => placement.remove(appCode));
  }
}
