import { PlatformError } from '../../kernel/index.ts';
import { afterSuccess, type InstallFailure } from '../installs/install-failure.ts';
import { INSTALL, type Install } from '../installs/install-store.ts';
import type { UnloadReport } from '../../plugin-runtime/index.ts';
import type { Operation, OperationStep } from '../tasks/task-runner.ts';
import type { TaskReport } from '../tasks/task.ts';
import type { TaskWork } from '../tasks/task-run.ts';
import { assertNotRequired } from './dependents.ts';
import type { Journal } from './journal.ts';
import { ownInstall } from './resolve.ts';
import type { OperationServices } from './services.ts';

/** Hides an application from a tenant; its code stays loaded while another tenant uses it. (design 4.4) */
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
  readonly #services: OperationServices;
  readonly #installId: number;
  #failure: InstallFailure | null = null;
  #unloadReport: UnloadReport | null = null;

  constructor(services: OperationServices, install: Install, actor: string | null) {
    this.#services = services;
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
    const install = await ownInstall(this.#services, this.#installId);
    if (install.status !== INSTALL.enabled) {
      throw new PlatformError({
        code: 'APP_NOT_ENABLED',
        status: 409,
        message: `${install.appCode} is not enabled.`,
        fix: 'Nothing needs to be done.',
      });
    }
    this.#failure = install.failure;
    await assertNotRequired(this.#services, this.tenantId, this.appCode);
    const { appCode, tenantId } = this;
    await task.record({ appCode, tenantId, install: { installId: install.installId, before: install } });
  }

  /** The record first: from then on requests are told that the application is disabled. */
  async #switch(task: TaskWork<Journal>): Promise<void> {
    const { database, events, installs, registry } = this.#services;
    await database.transaction(async () => {
      const failure_json = afterSuccess(this.#failure, this.version);
      await installs.update(this.#installId, { status: INSTALL.disabled, failure_json });
      await task.record({ committed: true });
    });
    await registry.refresh();
    this.#services.changed();
    events.emit([this.tenantId], { type: 'disabled', appCode: this.appCode, version: this.version });
  }

  async #unload(task: TaskWork<Journal>): Promise<void> {
    const { backends, registry } = this.#services;
    if (!registry.dormant().includes(this.appCode)) {
      task.log('Other tenants use the application: its code stays loaded');
    } else if (backends.enabled && backends.loadedJar(this.appCode) !== null) {
      this.#unloadReport = await backends.unload(this.appCode, (line) => task.log(line));
      task.log('Unloaded');
    }
  }
}
