import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ZipArchive, type AppManifest } from '@platform/package-format';
import { packageFiles, type PackageFiles } from '../placement/package-files.ts';
import type { PlacementPlan } from '../placement/placement.ts';
import type { TaskWork } from '../tasks/task-run.ts';
import type { AcceptedPackage } from '../versions/package-inspector.ts';
import type { AppVersion } from '../versions/version-store.ts';
import type { Journal } from './journal.ts';
import type { OperationServices } from './services.ts';
import { verifyPackage } from './version-package.ts';

/** How often the progress of a transfer is saved. */
const SAVED_EVERY_MS = 2_000;

/** Steps on the package of one version, from the storage to this host's disk. */
export class PackageSteps {
  readonly #services: OperationServices;
  #version: AppVersion | undefined;
  #folder: string | undefined;
  #accepted: AcceptedPackage | undefined;
  #kept: AppVersion | undefined;
  #own = true;
  #plan: PlacementPlan | undefined;
  #files: PackageFiles | undefined;

  constructor(services: OperationServices) {
    this.#services = services;
  }

  get plan(): PlacementPlan | undefined {
    return this.#plan;
  }

  /** One sentence on the package's signature, for reports. */
  get securityNote(): string {
    return this.#accepted ? securityNote(this.#accepted) : 'The files were on this host already.';
  }

  get migrationCount(): number {
    return this.#files?.migrations.length ?? 0;
  }

  get releasedCount(): number {
    return this.#files?.frontend.length ?? 0;
  }

  /** The version as this host keeps it, once a package from elsewhere is verified. */
  get kept(): AppVersion | undefined {
    return this.#kept;
  }

  /** @throws PACKAGE_CHECKSUM (409) when the package is not the one that was saved, and what fetching it throws */
  async download(task: TaskWork<Journal>, version: AppVersion): Promise<void> {
    this.#version = version;
    this.#folder = join(this.#services.tempDir, `task-${task.taskId}`);
    await mkdir(this.#folder, { recursive: true });
    let savedAt = Date.now();
    const { own } = await this.#services.source.fetch(version, this.#file, {
      signal: task.signal,
      log: (line) => task.log(line),
      progress: async (fraction) => {
        task.progress(fraction);
        // A transfer may take longer than a task may stand still.
        if (Date.now() - savedAt < SAVED_EVERY_MS) return;
        savedAt = Date.now();
        await task.save();
      },
    });
    this.#own = own;
  }

  async verify(task: TaskWork<Journal>): Promise<void> {
    const version = this.#known;
    const accepted = await verifyPackage(this.#services, version, this.#file);
    this.#accepted = accepted;
    for (const finding of accepted.findings) task.log(`${finding.severity}: ${finding.message}`);
    task.log(this.securityNote);
    if (this.#own) return;
    await task.record({ kept: { appCode: version.appCode, version: version.version } });
    this.#kept = await this.#services.source.keep(version, accepted, this.#file);
  }

  /** Plans the placement, journals the plan, then writes the files to where nothing reads them yet. */
  async stage(task: TaskWork<Journal>): Promise<void> {
    const version = this.#known;
    const archive = await ZipArchive.open(this.#file);
    try {
      const files = packageFiles(archive, this.manifest);
      const plan = await this.#services.placement.plan(task.taskId, version.appCode, version.version, files);
      this.#files = files;
      this.#plan = plan;
      await task.record({ placement: plan });
      await this.#services.placement.stage(plan, files);
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

export function securityNote(inspection: Pick<AcceptedPackage, 'signature'>): string {
  const { state, keyId, reason } = inspection.signature;
  switch (state) {
    case 'signed':
      return `Signed by the trusted key ${keyId ?? ''}.`;
    case 'unsigned':
      return 'The package is unsigned.';
    case 'invalid':
      return `Signature verification failed: ${reason ?? 'the signature does not fit the package'}.`;
    case 'unverifiable':
      return `The signature could not be verified: ${reason ?? 'its key is not known here'}.`;
  }
}
