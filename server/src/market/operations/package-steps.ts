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
import { fetchPackage, verifyPackage } from './version-package.ts';

/** Steps on the package of one version, from the storage to this host's disk. */
export class PackageSteps {
  readonly #services: OperationServices;
  #version: AppVersion | undefined;
  #folder: string | undefined;
  #accepted: AcceptedPackage | undefined;
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

  /** @throws PACKAGE_CHECKSUM (409) when the stored package is not the one that was saved */
  async download(task: TaskWork<Journal>, version: AppVersion): Promise<void> {
    this.#version = version;
    this.#folder = join(this.#services.tempDir, `task-${task.taskId}`);
    await mkdir(this.#folder, { recursive: true });
    const { size, sha256 } = await fetchPackage(this.#services, version, this.#file);
    task.log(`Fetched the package, ${size} bytes, SHA-256 ${sha256}`);
  }

  async verify(task: TaskWork<Journal>): Promise<void> {
    const version = this.#known;
    const accepted = await verifyPackage(this.#services, version, this.#file);
    this.#accepted = accepted;
    for (const finding of accepted.findings) task.log(`${finding.severity}: ${finding.message}`);
    task.log(this.securityNote);
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
