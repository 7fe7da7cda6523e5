import { PlatformError } from '../../kernel/index.ts';
import { afterSuccess, type InstallFailure } from '../records/install-failure.ts';
import { INSTALL, type Install } from '../records/install-store.ts';
import type { UnloadReport } from '../../plugin-runtime/index.ts';
import type { Operation, OperationStep } from '../tasks/task-runner.ts';
import type { TaskReport } from '../tasks/task.ts';
import type { TaskWork } from '../tasks/task-run.ts';
import type { Journal } from './journal.ts';
import type { Dependents } from '../requirements/dependents.ts';
import type { Backends } from '../runtime/backends.ts';
import type { RuntimeEvents } from '../runtime/runtime-events.ts';
import { beginOperation, ownInstall, type InstallRecords } from './install-records.ts';

export interface DisableDependencies {
  readonly records: InstallRecords;
  readonly dependents: Dependents;
  readonly backends: Backends;
  readonly events: RuntimeEvents;
}

/** Disables an application for a tenant; other tenants keep its code loaded. (design 4.4) */
export class Disable implements Operation<Journal> {
  readonly kind = 'disable' as const;
  readonly appCode: string;
  readonly tenantId: string;
  readonly actor: string | null;
  readonly version: string;
  readonly steps: ReadonlyArray<OperationStep<Journal>> = [
    { name: 'resolve', run: (task) => this.#resolve(task) },
    { name: 'switch', run: (task) => this.#switch(task) },
    { name: 'unload', run: (task) => this.#unload(task) },
  ];
  readonly #dependencies: DisableDependencies;
  readonly #installId: number;
  #fence = 0;
  #failure: InstallFailure | null = null;
  #unloadReport: UnloadReport | null = null;

  constructor(dependencies: DisableDependencies, install: Install, actor: string | null) {
    this.#dependencies = dependencies;
    this.#installId = install.installId;
    this.appCode = install.appCode;
    this.tenantId = install.tenantId;
    this.version = install.version;
    this.actor = actor;
  }

  report(): TaskReport {
    const unloadReport = this.#unloadReport;
    return { installId: this.#installId, appCode: this.appCode, version: this.version, unloadReport };
  }

  async cleanUp(): Promise<void> {}

  async #resolve(task: TaskWork<Journal>): Promise<void> {
    const { dependents, records } = this.#dependencies;
    this.#fence = await beginOperation(records, this.appCode);
    const install = await ownInstall(records, this.#installId);
    if (install.status !== INSTALL.enabled) {
      throw new PlatformError({
        code: 'APP_NOT_ENABLED',
        status: 409,
        message: `${install.appCode} is not enabled.`,
        fix: 'No action is needed.',
      });
    }
    this.#failure = install.failure;
    await dependents.assertNone(this.appCode, this.tenantId);
    const { appCode, tenantId } = this;
    await task.record({ appCode, tenantId, install: { installId: install.installId, before: install } });
  }

  /**
   * Updates the record before unloading, so that requests report APP_DISABLED, not a missing
   * route.
   */
  async #switch(task: TaskWork<Journal>): Promise<void> {
    const { events, records } = this.#dependencies;
    const { database, desired, installs, registry } = records;
    const { appCode, version } = this;
    await database.transaction(async () => {
      const failure_json = afterSuccess(this.#failure, this.version);
      await installs.update(this.#installId, { status: INSTALL.disabled, failure_json });
      await desired.commitState({ appCode, version, taskId: task.taskId }, this.#fence);
      await task.record({ committed: true });
    });
    await registry.refresh();
    events.emit([this.tenantId], { type: 'disabled', appCode, version });
  }

  async #unload(task: TaskWork<Journal>): Promise<void> {
    const { backends, records } = this.#dependencies;
    if (!records.registry.dormant().includes(this.appCode)) {
      task.log('Other tenants use the application: its code stays loaded');
    } else if (backends.enabled && backends.loadedJar(this.appCode) !== null) {
      this.#unloadReport = await backends.unload(this.appCode, (line) => task.log(line));
      task.log('Unloaded');
    }
  }
}
