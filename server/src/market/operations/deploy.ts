import { rm } from 'node:fs/promises';
import { afterSuccess } from '../installs/install-failure.ts';
import type { UnloadReport } from '../../plugin-runtime/index.ts';
import { assertFrontend } from '../shell-modules.ts';
import type { Operation, OperationStep } from '../tasks/task-runner.ts';
import type { TaskReport } from '../tasks/task.ts';
import type { TaskWork } from '../tasks/task-run.ts';
import { manifestOf, PENDING, type AppVersion } from '../versions/version-store.ts';
import { switchBackend, type BackendSwitch } from './backend-switch.ts';
import type { Journal } from './journal.ts';
import { PackageSteps } from './package-steps.ts';
import { assertPlatform } from './requirements.ts';
import { versionNotPublished } from './resolve.ts';
import type { OperationServices } from './services.ts';
import { reportOfFormer } from './unload-report.ts';

/**
 * Places and loads a version at once: no migrations, and `app_install` stays as it is. Afterwards disable and enable
 * fail until an upgrade records the version. (spec: Ordering rule, L4; design 4.4)
 */
export class Deploy implements Operation<Journal> {
  readonly kind = 'deploy' as const;
  readonly appCode: string;
  readonly tenantId: string;
  readonly actor: string | null;
  readonly version: string;
  readonly steps: ReadonlyArray<OperationStep<Journal>> = [
    { name: 'resolve', run: (task) => this.#resolve(task) },
    { name: 'download', run: (task) => this.#package.download(task, this.#target) },
    { name: 'verify', run: (task) => this.#package.verify(task) },
    { name: 'stage', run: (task) => this.#package.stage(task) },
    { name: 'switch', run: (task) => this.#switch(task) },
    { name: 'finish', run: (task) => this.#finish(task) },
  ];
  readonly #services: OperationServices;
  readonly #target: AppVersion;
  readonly #package: PackageSteps;
  #backend: BackendSwitch | undefined;
  #unloadReport: UnloadReport | null = null;
  #staleJars: readonly string[] = [];

  constructor(services: OperationServices, version: AppVersion, tenantId: string, actor: string | null) {
    this.#services = services;
    this.#target = version;
    this.#package = new PackageSteps(services);
    this.appCode = version.appCode;
    this.version = version.version;
    this.tenantId = tenantId;
    this.actor = actor;
  }

  report(): TaskReport {
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
    if (this.#package.folder !== undefined) await rm(this.#package.folder, { recursive: true, force: true });
  }

  async #resolve(task: TaskWork<Journal>): Promise<void> {
    if (this.#target.status === PENDING) throw versionNotPublished(this.#target);
    const manifest = manifestOf(this.#target);
    assertPlatform(manifest, this.#services.platformVersion);
    assertFrontend(manifest, this.#services.shell);
    await task.record({ appCode: this.appCode, tenantId: this.tenantId });
    task.log(`Deploying ${this.appCode} ${this.version}; migrations are not run`);
  }

  async #switch(task: TaskWork<Journal>): Promise<void> {
    const { placement } = this.#services;
    const plan = this.#package.plan;
    if (!plan) throw new Error('Nothing was staged.');
    await placement.switchJar(plan);
    this.#backend = await switchBackend(this.#services, task, this.appCode, plan.after.jar);
    await placement.switchRest(plan);
    await task.record({ committed: true });
    await this.#settleFailures();
    this.#services.changed();
  }

  /** Of every tenant, whose code this is too. */
  async #settleFailures(): Promise<void> {
    const { installs, registry } = this.#services;
    for (const { installId, failure } of registry.ofApp(this.appCode)) {
      if (failure) await installs.update(installId, { failure_json: afterSuccess(failure, this.version) });
    }
    await registry.refresh();
  }

  async #finish(task: TaskWork<Journal>): Promise<void> {
    const { backends, events, placement, registry } = this.#services;
    const plan = this.#package.plan;
    if (plan) this.#staleJars = await placement.finish(plan);
    if (plan?.after.jar === null && backends.loadedJar(this.appCode) !== null) {
      this.#unloadReport = await backends.unload(this.appCode, (line) => task.log(line));
    } else this.#unloadReport = await reportOfFormer(this.#backend?.retired, (line) => task.log(line));
    const tenants = registry.ofApp(this.appCode).map((install) => install.tenantId);
    events.emit(tenants, { type: 'upgraded', appCode: this.appCode, version: this.version });
    task.log(this.#backend?.report.hotLoadNote ?? '');
  }
}
