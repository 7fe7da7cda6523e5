import { join } from 'node:path';
import { ZipArchive } from '@platform/package-format';
import { packageFiles } from '../disk/package-files.ts';
import type { Placement, PlacementPlan } from '../disk/placement.ts';
import type { PreparedPlans } from '../disk/prepared-plans.ts';
import { withTempFolder } from '../packages/package-storage.ts';
import { verifyPackage, type PackageVerifier } from '../packages/verify-package.ts';
import type { AppVersion } from '../records/version-store.ts';
import type { MarketSource } from '../source/market-source.ts';

export interface LocalFileParts {
  readonly source: Pick<MarketSource, 'fetch'>;
  readonly verifier: PackageVerifier;
  /** @throws VERSION_NOT_FOUND (404) */
  readonly saved: (appCode: string, version: string) => Promise<AppVersion>;
  readonly placement: Placement;
  readonly plans: PreparedPlans;
  readonly tempDir: string;
  /** Lets one worker of this machine at a time change the files of an application. */
  readonly exclusively: <T>(appCode: string, work: () => Promise<T>) => Promise<T>;
}

/** A version of an application. */
interface Wanted {
  readonly appCode: string;
  readonly version: string;
}

interface TakeBack {
  /** Scripts of the version have run, and stay. (spec: L1) */
  readonly migrated: boolean;
  /** Only the files of this task; default: of any. */
  readonly taskId?: number;
}

/**
 * The files of applications on this disk, as they follow the operations of other hosts. Workers of
 * one machine share them. (design 10.7-12)
 *
 * Callers hold {@link exclusively} where they call anything else.
 */
export class LocalFiles {
  readonly placement: Placement;
  readonly #parts: LocalFileParts;
  /** Work on the files of an application; it never fails. */
  readonly #work = new Map<string, Promise<unknown>>();

  constructor(parts: LocalFileParts) {
    this.placement = parts.placement;
    this.#parts = parts;
  }

  /** Lets one change of an application's files follow the other, here and on this machine. */
  exclusively<T>(appCode: string, work: () => Promise<T>): Promise<T> {
    const before = this.#work.get(appCode) ?? Promise.resolve();
    const result = before.then(() => this.#parts.exclusively(appCode, work));
    const settled = result.catch(() => undefined);
    this.#work.set(appCode, settled);
    void settled.then(() => {
      if (this.#work.get(appCode) === settled) this.#work.delete(appCode);
    });
    return result;
  }

  async isPlaced({ appCode, version }: Wanted): Promise<boolean> {
    const { placement } = this.#parts;
    await placement.reread(appCode);
    return (await placement.placed(appCode))?.version === version;
  }

  /**
   * Fetches a version, verifies it as an installation does, and puts its files beside the running
   * ones. Migrations have run once, on another host.
   */
  async stage(
    { appCode, version }: Wanted,
    journal?: (plan: PlacementPlan) => Promise<void>,
  ): Promise<PlacementPlan> {
    const { placement, source, tempDir, verifier } = this.#parts;
    const saved = await this.#parts.saved(appCode, version);
    return withTempFolder(tempDir, async (folder) => {
      const file = join(folder, 'package.zip');
      await source.fetch(saved, file);
      const { manifest } = await verifyPackage(verifier, saved, file);
      const archive = await ZipArchive.open(file);
      try {
        const files = packageFiles(archive, manifest);
        const plan = await placement.plan(`follow-${appCode}`, appCode, version, files);
        await placement.clearStaging(plan);
        await journal?.(plan);
        await this.orRollBack(plan, () => placement.stage(plan, files));
        return plan;
      } finally {
        await archive.close();
      }
    });
  }

  /** Makes staged files the running ones. @param run switches the backend on the way */
  async switchTo(plan: PlacementPlan, run: (jar: string | null) => Promise<void>): Promise<void> {
    const { placement } = this.#parts;
    await this.orRollBack(plan, async () => {
      await placement.switchJar(plan);
      await run(plan.after.jar);
      await placement.switchRest(plan);
    });
    await placement.finish(plan);
  }

  async orRollBack<T>(plan: PlacementPlan, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await this.#parts.placement.rollBack(plan, { migrated: true });
      throw error;
    }
  }

  /** Stages files that wait for the commit of a task, unless another worker has done so. */
  async prepare(wanted: Wanted, taskId: number): Promise<PlacementPlan> {
    const { appCode } = wanted;
    const known = await this.prepared(appCode, taskId);
    if (known) return known;
    await this.takeBack(appCode, { migrated: false });
    return this.stage(wanted, (plan) => this.#parts.plans.set(appCode, { taskId, plan }));
  }

  /** Files that wait for the commit of a task; undefined once they are placed or taken back. */
  async prepared(appCode: string, taskId: number): Promise<PlacementPlan | undefined> {
    const waiting = await this.#parts.plans.get(appCode);
    return waiting?.taskId === taskId ? waiting.plan : undefined;
  }

  /** The prepared files have been switched to. */
  settled(appCode: string): Promise<void> {
    return this.#parts.plans.remove(appCode);
  }

  /** Takes the files back that wait for a commit. */
  async takeBack(appCode: string, { migrated, taskId }: TakeBack): Promise<void> {
    const { placement, plans } = this.#parts;
    const waiting = await plans.get(appCode);
    if (!waiting || (taskId !== undefined && waiting.taskId !== taskId)) return;
    const { plan } = waiting;
    // Placed from here by a process that was killed before it had cleared up, or otherwise.
    if (await this.isPlaced({ appCode, version: plan.after.version })) await placement.finish(plan);
    else await placement.rollBack(plan, { migrated });
    await plans.remove(appCode);
  }

  /** Takes back what an earlier process has prepared, before anything is loaded. */
  async recover(): Promise<void> {
    for (const appCode of await this.#parts.plans.left())
      await this.exclusively(appCode, () => this.takeBack(appCode, { migrated: true }));
  }
}
