import type { BackendSwitchReport } from '@platform/host-api';
import { PlatformError } from '../../kernel/index.ts';
import { afterSuccess, type InstallFailure } from '../records/install-failure.ts';
import { INSTALL, type Install } from '../records/install-store.ts';
import type { UnloadReport } from '../../plugin-runtime/index.ts';
import type { Operation, OperationStep } from '../tasks/task-runner.ts';
import type { TaskReport } from '../tasks/task.ts';
import type { TaskWork } from '../tasks/task-run.ts';
import { switchBackend } from './backend-switch.ts';
import type { Journal } from './journal.ts';
import { formerVersionReport } from '../runtime/unload-report.ts';
import type { Placement } from '../disk/placement.ts';
import { manifestOf, type VersionStore } from '../records/version-store.ts';
import type { Compatibility } from '../requirements/compatibility.ts';
import type { Backends } from '../runtime/backends.ts';
import type { RuntimeEvents } from '../runtime/runtime-events.ts';
import { beginOperation, ownInstall, type InstallRecords } from './install-records.ts';

export interface EnableDependencies {
  readonly records: InstallRecords;
  readonly versions: VersionStore;
  readonly compatibility: Compatibility;
  readonly placement: Placement;
  readonly backends: Backends;
  readonly events: RuntimeEvents;
}

/** Enables a disabled application in its recorded version. (spec: Ordering rule; design 4.4) */
export class Enable implements Operation<Journal> {
  readonly kind = 'enable' as const;
  readonly appCode: string;
  readonly tenantId: string;
  readonly actor: string | null;
  readonly version: string;
  readonly steps: ReadonlyArray<OperationStep<Journal>> = [
    { name: 'resolve', run: (task) => this.#resolve(task) },
    { name: 'load', run: (task) => this.#load(task) },
    { name: 'switch', run: (task) => this.#switch(task) },
  ];
  readonly #dependencies: EnableDependencies;
  readonly #installId: number;
  #fence = 0;
  #failure: InstallFailure | null = null;
  #skippedClasses: BackendSwitchReport['skippedClasses'] = [];
  #unloadReport: UnloadReport | null = null;

  constructor(dependencies: EnableDependencies, install: Install, actor: string | null) {
    this.#dependencies = dependencies;
    this.#installId = install.installId;
    this.appCode = install.appCode;
    this.tenantId = install.tenantId;
    this.version = install.version;
    this.actor = actor;
  }

  report(): TaskReport {
    return {
      installId: this.#installId,
      appCode: this.appCode,
      version: this.version,
      skippedClasses: this.#skippedClasses,
      unloadReport: this.#unloadReport,
    };
  }

  async cleanUp(): Promise<void> {}

  async #resolve(task: TaskWork<Journal>): Promise<void> {
    const { compatibility, records, versions } = this.#dependencies;
    this.#fence = await beginOperation(records, this.appCode);
    const install = await ownInstall(records, this.#installId);
    if (install.status !== INSTALL.disabled) throw notDisabled(install);
    this.#failure = install.failure;
    const version = await versions.find(this.appCode, install.version);
    if (version) compatibility.assertRunsFor(this.tenantId, manifestOf(version));
    const { appCode, tenantId } = this;
    await task.record({ appCode, tenantId, install: { installId: install.installId, before: install } });
  }

  /** Loads the recorded version's jar; a deploy of another version may have removed it. */
  async #load(task: TaskWork<Journal>): Promise<void> {
    const { backends, placement, versions } = this.#dependencies;
    const version = await versions.find(this.appCode, this.version);
    const needsBackend = version !== undefined && manifestOf(version).assets.backend !== undefined;
    if (!needsBackend || !backends.enabled) return;
    const placed = await placement.placed(this.appCode);
    const jar = placed?.version === this.version ? placed.jar : null;
    if (jar !== null && backends.loadedJar(this.appCode) !== jar) {
      const { report, retired } = await switchBackend(backends, task, this.appCode, jar);
      this.#skippedClasses = report.skippedClasses;
      this.#unloadReport = await formerVersionReport(retired, (line) => task.log(line));
    }
    if (!backends.quarantined(this.appCode)) backends.assertLoaded(this.appCode, this.version);
  }

  async #switch(task: TaskWork<Journal>): Promise<void> {
    const { events, records } = this.#dependencies;
    const { database, desired, installs, registry } = records;
    const { appCode, version } = this;
    await database.transaction(async () => {
      const failure_json = afterSuccess(this.#failure, this.version);
      await installs.update(this.#installId, { status: INSTALL.enabled, failure_json });
      await desired.commitState({ appCode, version, taskId: task.taskId }, this.#fence);
      await task.record({ committed: true });
    });
    await registry.refresh();
    events.emit([this.tenantId], { type: 'enabled', appCode, version });
  }
}

function notDisabled(install: Install): PlatformError {
  return new PlatformError({
    code: 'APP_NOT_DISABLED',
    status: 409,
    message: `${install.appCode} is not disabled.`,
    fix: install.status === INSTALL.failed ? 'Install it again.' : 'No action is needed.',
  });
}
