import type { DeployReport } from '@platform/host-api';
import { rm } from 'node:fs/promises';
import type { UnloadReport } from '../../plugin-runtime/index.ts';
import type { Placement } from '../disk/placement.ts';
import { afterSuccess } from '../records/install-failure.ts';
import { manifestOf, type AppVersion } from '../records/version-store.ts';
import type { Compatibility } from '../requirements/compatibility.ts';
import type { Backends } from '../runtime/backends.ts';
import type { RuntimeEvents } from '../runtime/runtime-events.ts';
import { formerVersionReport } from '../runtime/unload-report.ts';
import type { TaskWork } from '../tasks/task-run.ts';
import type { Operation, OperationStep } from '../tasks/task-runner.ts';
import type { BackendSwitch } from './backend-switch.ts';
import { beginOperation, type InstallRecords } from './install-records.ts';
import type { Journal } from './journal.ts';
import { PackageSteps, type PackageStepDependencies } from './package-steps.ts';
import { PhasedBackend, type PhaseDependencies } from './phased-backend.ts';
import { assertPublished } from './version-errors.ts';

export interface DeployDependencies {
  readonly packages: PackageStepDependencies;
  readonly compatibility: Compatibility;
  readonly placement: Placement;
  readonly backends: Backends;
  readonly phases: PhaseDependencies['phases'];
  readonly records: InstallRecords;
  readonly events: RuntimeEvents;
}

/** Caller of a deployment, and whether other hosts prepare before any switches. (design 10.7-7) */
interface DeployCall {
  readonly tenantId: string;
  readonly actor: string | null;
  readonly severalHosts: boolean;
}

/**
 * Places and loads a version without migrations, and leaves `app_install` as it is.
 *
 * Disable and enable fail until an upgrade records the version. (spec: Ordering rule, L4; design
 * 4.4)
 */
export class Deploy implements Operation<Journal> {
  readonly kind = 'deploy' as const;
  readonly appCode: string;
  readonly tenantId: string;
  readonly actor: string | null;
  readonly version: string;
  readonly steps: ReadonlyArray<OperationStep<Journal>>;
  readonly #packageSteps: ReadonlyArray<OperationStep<Journal>> = [
    { name: 'resolve', run: (task) => this.#resolve(task) },
    { name: 'download', run: (task) => this.#package.download(task, this.#target) },
    { name: 'verify', run: (task) => this.#package.verify(task) },
    { name: 'stage', run: (task) => this.#package.stage(task) },
  ];
  readonly #switchSteps: ReadonlyArray<OperationStep<Journal>> = [
    { name: 'switch', run: (task) => this.#switch(task) },
    { name: 'finish', run: (task) => this.#finish(task) },
  ];
  readonly #dependencies: DeployDependencies;
  readonly #target: AppVersion;
  readonly #package: PackageSteps;
  readonly #phased: PhasedBackend;
  #fence = 0;
  #backend: BackendSwitch | undefined;
  #unloadReport: UnloadReport | null = null;
  #staleJars: readonly string[] = [];

  constructor(
    dependencies: DeployDependencies,
    version: AppVersion,
    { tenantId, actor, severalHosts }: DeployCall,
  ) {
    this.#dependencies = dependencies;
    this.#target = version;
    this.#package = new PackageSteps(dependencies.packages);
    this.appCode = version.appCode;
    this.version = version.version;
    this.tenantId = tenantId;
    this.actor = actor;
    this.#phased = new PhasedBackend(dependencies, version.appCode);
    this.steps = [
      ...this.#packageSteps,
      ...(severalHosts ? [this.#phased.prepareStep(() => this.#package.plan), this.#phased.readyStep] : []),
      ...this.#switchSteps,
    ];
  }

  report(): DeployReport {
    return {
      appCode: this.appCode,
      version: this.version,
      ...this.#backend?.report,
      unloadReport: this.#unloadReport,
      security: this.#package.securityNote,
      staleJars: this.#staleJars,
      activeJar: this.#package.plan?.after.jar ?? null,
      migrationCount: this.#package.migrationCount,
      releasedCount: this.#package.releasedCount,
    };
  }

  async cleanUp(): Promise<void> {
    await this.#phased.discard();
    if (this.#package.folder !== undefined) await rm(this.#package.folder, { recursive: true, force: true });
  }

  async #resolve(task: TaskWork<Journal>): Promise<void> {
    assertPublished(this.#target);
    this.#fence = await beginOperation(this.#dependencies.records, this.appCode);
    this.#dependencies.compatibility.assertRunsHere(manifestOf(this.#target));
    await task.record({ appCode: this.appCode, tenantId: this.tenantId });
    task.log(`Deploying ${this.appCode} ${this.version}; a deploy runs no migrations`);
  }

  async #switch(task: TaskWork<Journal>): Promise<void> {
    const { placement, records } = this.#dependencies;
    const plan = this.#package.plan;
    if (!plan) throw new Error('The package has not been staged.');
    await records.desired.assertNotOvertaken(this.appCode, this.#fence);
    await placement.switchJar(plan);
    this.#backend = await this.#phased.switch(task, plan.after.jar);
    await placement.switchRest(plan);
    const { database, desired } = records;
    const { appCode, version } = this;
    await database.transaction(async () => {
      await desired.commit({ appCode, version, taskId: task.taskId, deployed: true }, this.#fence);
      await this.#phased.committed();
      await task.record({ committed: true });
    });
    await this.#settleFailures();
  }

  /** All tenants share the code, so the deploy settles the failures of each. */
  async #settleFailures(): Promise<void> {
    const { installs, registry } = this.#dependencies.records;
    for (const { installId, failure } of registry.ofApp(this.appCode)) {
      if (failure) await installs.update(installId, { failure_json: afterSuccess(failure, this.version) });
    }
    await registry.refresh();
  }

  async #finish(task: TaskWork<Journal>): Promise<void> {
    const { backends, events, placement, records } = this.#dependencies;
    const log = (line: string): void => task.log(line);
    const plan = this.#package.plan;
    if (plan) this.#staleJars = await placement.finish(plan);
    this.#unloadReport =
      plan?.after.jar === null && backends.loadedJar(this.appCode) !== null
        ? await backends.unload(this.appCode, log)
        : await formerVersionReport(this.#backend?.retired, log);
    const tenants = records.registry.ofApp(this.appCode).map((install) => install.tenantId);
    events.emit(tenants, { type: 'upgraded', appCode: this.appCode, version: this.version });
    task.log(this.#backend?.report.hotLoadNote ?? '');
  }
}
