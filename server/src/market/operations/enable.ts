import { PlatformError } from '../../kernel/index.ts';
import { afterSuccess, type InstallFailure } from '../installs/install-failure.ts';
import { INSTALL, type Install } from '../installs/install-store.ts';
import { assertFrontend } from '../shell-modules.ts';
import type { UnloadReport } from '../../plugin-runtime/index.ts';
import type { Operation, OperationStep } from '../tasks/task-runner.ts';
import type { TaskReport } from '../tasks/task.ts';
import type { TaskWork } from '../tasks/task-run.ts';
import { manifestOf } from '../versions/version-store.ts';
import { switchBackend, type BackendReport } from './backend-switch.ts';
import { enabledVersions } from './enabled.ts';
import type { Journal } from './journal.ts';
import { assertRequirements } from './requirements.ts';
import { ownInstall } from './resolve.ts';
import type { OperationServices } from './services.ts';
import { reportOfFormer } from './unload-report.ts';

/** Enables what was disabled, with the version that was recorded at install. (spec: Ordering rule; design 4.4) */
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
  readonly #services: OperationServices;
  readonly #installId: number;
  #failure: InstallFailure | null = null;
  #skippedClasses: BackendReport['skippedClasses'] = [];
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
    const install = await ownInstall(this.#services, this.#installId);
    if (install.status !== INSTALL.disabled) throw notDisabled(install);
    this.#failure = install.failure;
    const version = await this.#services.versions.find(this.appCode, install.version);
    if (version) {
      const enabled = enabledVersions(this.#services, this.tenantId);
      assertRequirements(manifestOf(version), this.#services.platformVersion, enabled);
      assertFrontend(manifestOf(version), this.#services.shell);
    }
    const { appCode, tenantId } = this;
    await task.record({ appCode, tenantId, install: { installId: install.installId, before: install } });
  }

  /** The recorded version's jar, which a deploy of another version has cleared away. */
  async #load(task: TaskWork<Journal>): Promise<void> {
    const { backends, placement, versions } = this.#services;
    const version = await versions.find(this.appCode, this.version);
    const needsBackend = version !== undefined && manifestOf(version).assets.backend !== undefined;
    if (!needsBackend || !backends.enabled) return;
    const placed = await placement.placed(this.appCode);
    const there = placed?.version === this.version ? placed.jar : null;
    if (there !== null && backends.loadedJar(this.appCode) !== there) {
      const { report, retired } = await switchBackend(this.#services, task, this.appCode, there);
      this.#skippedClasses = report.skippedClasses;
      this.#unloadReport = await reportOfFormer(retired, (line) => task.log(line));
    }
    backends.assertLoaded(this.appCode, this.version);
  }

  async #switch(task: TaskWork<Journal>): Promise<void> {
    const { database, events, installs, registry } = this.#services;
    await database.transaction(async () => {
      const failure_json = afterSuccess(this.#failure, this.version);
      await installs.update(this.#installId, { status: INSTALL.enabled, failure_json });
      await task.record({ committed: true });
    });
    await registry.refresh();
    this.#services.changed();
    events.emit([this.tenantId], { type: 'enabled', appCode: this.appCode, version: this.version });
  }
}

function notDisabled(install: Install): PlatformError {
  return new PlatformError({
    code: 'APP_NOT_DISABLED',
    status: 409,
    message: `${install.appCode} is not disabled.`,
    fix: install.status === INSTALL.failed ? 'Install it again.' : 'Nothing needs to be done.',
  });
}
