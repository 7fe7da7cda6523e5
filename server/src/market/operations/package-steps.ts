import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ZipArchive, type AppManifest } from '@platform/package-format';
import { packageFiles, type PackageFiles } from '../disk/package-files.ts';
import type { PlacementPlan } from '../disk/placement.ts';
import type { TaskWork } from '../tasks/task-run.ts';
import type { AcceptedPackage } from '../packages/package-inspector.ts';
import { securityNote } from '../packages/security-note.ts';
import type { AppVersion } from '../records/version-store.ts';
import type { Journal } from './journal.ts';
import { verifyPackage, type PackageVerifier } from '../packages/verify-package.ts';
import type { Placement } from '../disk/placement.ts';
import type { MarketSource } from '../source/market-source.ts';

export interface PackageStepDependencies {
  readonly source: MarketSource;
  readonly verifier: PackageVerifier;
  readonly placement: Placement;
  readonly tempDir: string;
}

/** Interval between saves of a transfer's progress. */
const SAVE_INTERVAL_MS = 2_000;

/** The steps that bring one version's package from its source to this host's disk. */
export class PackageSteps {
  readonly #dependencies: PackageStepDependencies;
  #version: AppVersion | undefined;
  #folder: string | undefined;
  #accepted: AcceptedPackage | undefined;
  #kept: AppVersion | undefined;
  #isStored = true;
  #plan: PlacementPlan | undefined;
  #files: PackageFiles | undefined;

  constructor(dependencies: PackageStepDependencies) {
    this.#dependencies = dependencies;
  }

  get plan(): PlacementPlan | undefined {
    return this.#plan;
  }

  /** One sentence about the package's signature, for reports. */
  get securityNote(): string {
    return this.#accepted ? securityNote(this.#accepted) : 'The files were already on this host.';
  }

  get migrationCount(): number {
    return this.#files?.migrations.length ?? 0;
  }

  get releasedCount(): number {
    return this.#files?.frontend.length ?? 0;
  }

  /** The version as recorded on this host, once a package of a catalog is verified. */
  get kept(): AppVersion | undefined {
    return this.#kept;
  }

  /**
   * @throws PACKAGE_CHECKSUM (409) for a changed package, and the codes of {@link
   *   MarketSource.fetch}
   */
  async download(task: TaskWork<Journal>, version: AppVersion): Promise<void> {
    this.#version = version;
    this.#folder = join(this.#dependencies.tempDir, `task-${task.taskId}`);
    await mkdir(this.#folder, { recursive: true });
    let savedAt = Date.now();
    const { isStored } = await this.#dependencies.source.fetch(version, this.#file, {
      signal: task.signal,
      log: (line) => task.log(line),
      progress: async (fraction) => {
        task.progress(fraction);
        // A long transfer must save progress, or the sweeper declares the task failed.
        if (Date.now() - savedAt < SAVE_INTERVAL_MS) return;
        savedAt = Date.now();
        await task.save();
      },
    });
    this.#isStored = isStored;
  }

  async verify(task: TaskWork<Journal>): Promise<void> {
    const version = this.#known;
    const accepted = await verifyPackage(this.#dependencies.verifier, version, this.#file);
    this.#accepted = accepted;
    for (const finding of accepted.findings) task.log(`${finding.severity}: ${finding.message}`);
    task.log(this.securityNote);
    if (this.#isStored) return;
    await task.record({ kept: { appCode: version.appCode, version: version.version } });
    this.#kept = await this.#dependencies.source.keep(version, accepted, this.#file);
  }

  /** Journals the placement plan before writing files to the staging folder. */
  async stage(task: TaskWork<Journal>): Promise<void> {
    const version = this.#known;
    const archive = await ZipArchive.open(this.#file);
    try {
      const files = packageFiles(archive, this.manifest);
      const plan = await this.#dependencies.placement.plan(
        String(task.taskId),
        version.appCode,
        version.version,
        files,
      );
      this.#files = files;
      this.#plan = plan;
      await task.record({ placement: plan });
      await this.#dependencies.placement.stage(plan, files);
    } finally {
      await archive.close();
    }
    task.log(
      `Staged ${this.#files.jar ? this.#files.jar.path : 'no backend'}, ${this.releasedCount} frontend files, ${this.migrationCount} scripts`,
    );
  }

  get folder(): string | undefined {
    return this.#folder;
  }

  get manifest(): AppManifest {
    if (!this.#accepted) throw new Error('The package has not been verified.');
    return this.#accepted.manifest;
  }

  get #known(): AppVersion {
    if (!this.#version) throw new Error('The package has not been downloaded.');
    return this.#version;
  }

  get #file(): string {
    return join(this.#folder ?? '', 'package.zip');
  }
}
