import { rm } from 'node:fs/promises';
import { AppInstalledEvent, AppUpgradedEvent } from '@platform/plugin-sdk/core';
import type { UnloadReport } from '../../plugin-runtime/index.ts';
import type { Migrator } from '../database/migrator.ts';
import { assertOwnTables } from '../database/table-owner.ts';
import { readScripts } from '../disk/migration-folder.ts';
import type { Placement } from '../disk/placement.ts';
import { afterSuccess } from '../records/install-failure.ts';
import { INSTALL, type Install } from '../records/install-store.ts';
import type { ContentStore } from '../records/content-store.ts';
import type { ListingStore } from '../records/listing-store.ts';
import type { VersionMenus } from '../records/version-menus.ts';
import { DEPRECATED, manifestOf, type AppVersion } from '../records/version-store.ts';
import type { PublishEvent } from '../runtime/application-events.ts';
import type { Backends } from '../runtime/backends.ts';
import type { RuntimeEvents } from '../runtime/runtime-events.ts';
import { formerVersionReport } from '../runtime/unload-report.ts';
import type { TaskWork } from '../tasks/task-run.ts';
import type { Operation, OperationStep } from '../tasks/task-runner.ts';
import type { TaskReport } from '../tasks/task.ts';
import { ALREADY_LOADED, type BackendSwitch } from './backend-switch.ts';
import { missingApplications, type DependencySources } from './dependency-resolution.ts';
import { beginOperation, type InstallRecords } from './install-records.ts';
import { installTarget } from './install-target.ts';
import type { Journal } from './journal.ts';
import { PackageSteps, type PackageStepDependencies } from './package-steps.ts';
import { PhasedBackend, type PhaseDependencies } from './phased-backend.ts';
import { rollbackTarget } from './rollback-target.ts';
import type { SharedCode } from './shared-code.ts';
import type { Target, TargetDependencies } from './target.ts';
import { upgradeTarget } from './upgrade-target.ts';

export interface ChangeVersionDependencies {
  readonly targets: TargetDependencies;
  readonly dependencySources: DependencySources;
  readonly packages: PackageStepDependencies;
  readonly scripts: {
    readonly migrator: Migrator;
    readonly listings: ListingStore;
    readonly contents: Pick<ContentStore, 'find'>;
  };
  readonly menus: VersionMenus;
  readonly placement: Placement;
  readonly backends: Backends;
  readonly sharedCode: SharedCode;
  readonly phases: PhaseDependencies['phases'];
  readonly records: InstallRecords;
  readonly events: RuntimeEvents;
  readonly publish: PublishEvent;
}

export interface VersionChange {
  readonly kind: 'install' | 'upgrade' | 'rollback';
  readonly tenantId: string;
  readonly appCode: string;
  /** Default: the latest version. */
  readonly version: string | undefined;
  /** Record to change; undefined for an installation. */
  readonly installId: number | undefined;
  readonly actor: string | null;
  /** Other hosts prepare before any switches. (design 10.7-7) */
  readonly severalHosts: boolean;
  /** Installs one missing dependency; without it, all must be present. (design 9.2-11) */
  readonly installDependency?: (dependency: AppVersion) => Promise<number>;
}

const STARTED = { install: 'Installing', upgrade: 'Upgrading', rollback: 'Rolling back' } as const;

interface Resolved {
  readonly version: AppVersion;
  readonly installId: number;
  /** The tenant's record before the operation. */
  readonly before: Install | null;
}

/**
 * Installs, upgrades or rolls back: placement, then schema change, then code switch.
 *
 * Skips placement when another tenant already runs the version. (spec: Ordering rule; design 4.4)
 */
export class ChangeVersion implements Operation<Journal> {
  readonly kind: VersionChange['kind'];
  readonly appCode: string;
  readonly tenantId: string;
  readonly actor: string | null;
  readonly version: string | null;
  readonly steps: ReadonlyArray<OperationStep<Journal>>;
  readonly #packageSteps: ReadonlyArray<OperationStep<Journal>> = [
    { name: 'resolve', run: (task) => this.#resolve(task) },
    {
      name: 'download',
      run: (task) => this.#unlessOnHost(task, () => this.#package.download(task, this.#target)),
    },
    { name: 'verify', run: (task) => this.#unlessOnHost(task, () => this.#package.verify(task)) },
    { name: 'stage', run: (task) => this.#unlessOnHost(task, () => this.#package.stage(task)) },
  ];
  readonly #migrationSteps: ReadonlyArray<OperationStep<Journal>> = [
    { name: 'migrate', run: (task) => this.#migrate(task) },
    { name: 'menus', run: (task) => this.#previewMenus(task) },
  ];
  readonly #switchSteps: ReadonlyArray<OperationStep<Journal>> = [
    { name: 'switch', run: (task) => this.#switch(task) },
    { name: 'finish', run: (task) => this.#finish(task) },
  ];
  readonly #dependencies: ChangeVersionDependencies;
  readonly #change: VersionChange;
  readonly #package: PackageSteps;
  readonly #phased: PhasedBackend;
  #resolved: Resolved | undefined;
  #fence = 0;
  /** Another tenant runs this version on this host. */
  #isOnHost = false;
  readonly #installed: Array<{ appCode: string; version: string; taskId: number }> = [];
  #scripts: readonly string[] = [];
  #menus = { added: 0, changed: 0, removed: 0 };
  #backend: BackendSwitch | undefined;
  #unloadReport: UnloadReport | null = null;
  #staleJars: readonly string[] = [];

  constructor(dependencies: ChangeVersionDependencies, change: VersionChange) {
    this.#dependencies = dependencies;
    this.#change = change;
    this.#package = new PackageSteps(dependencies.packages);
    this.#phased = new PhasedBackend(dependencies, change.appCode);
    this.kind = change.kind;
    this.appCode = change.appCode;
    this.tenantId = change.tenantId;
    this.actor = change.actor;
    this.version = change.version ?? null;
    const first = {
      name: 'dependencies',
      run: (task: TaskWork<Journal>) => this.#installDependencies(task),
    };
    const { severalHosts } = change;
    this.steps = [
      ...(change.installDependency ? [first] : []),
      ...this.#packageSteps,
      ...(severalHosts ? [this.#phased.prepareStep(() => this.#package.plan)] : []),
      ...this.#migrationSteps,
      ...(severalHosts ? [this.#phased.readyStep] : []),
      ...this.#switchSteps,
    ];
  }

  report(): TaskReport {
    const { installId, before, version } = this.#known;
    return {
      installId,
      appCode: this.appCode,
      version: version.version,
      // A failed installation leaves a record, but no version that ran.
      previousVersion: this.kind === 'install' ? null : (before?.version ?? null),
      ...this.#backend?.report,
      unloadReport: this.#unloadReport,
      security: this.#package.securityNote,
      staleJars: this.#staleJars,
      activeJar: this.#jar,
      migrationCount: this.#scripts.length,
      migrations: this.#scripts,
      releasedCount: this.#package.releasedCount,
      menus: this.#menus,
      ...(this.#change.installDependency ? { dependencies: this.#installed } : {}),
    };
  }

  async cleanUp(): Promise<void> {
    await this.#phased.discard();
    if (this.#package.folder !== undefined) await rm(this.#package.folder, { recursive: true, force: true });
  }

  /** Each dependency has a task of its own, and stays installed when a later one fails. */
  async #installDependencies(task: TaskWork<Journal>): Promise<void> {
    const { dependencySources, targets } = this.#dependencies;
    const { version } = await installTarget(targets, { ...this.#change, withDependencies: true });
    const missing = await missingApplications(dependencySources, this.tenantId, version);
    for (const [index, dependency] of missing.entries()) {
      task.log(`Installing the dependency ${dependency.appCode} ${dependency.version}`);
      const taskId = await this.#change.installDependency?.(dependency);
      this.#installed.push({
        appCode: dependency.appCode,
        version: dependency.version,
        taskId: taskId ?? 0,
      });
      task.progress((index + 1) / missing.length);
      await task.save();
    }
    if (missing.length === 0) task.log('No dependency is missing');
  }

  async #resolve(task: TaskWork<Journal>): Promise<void> {
    const { records, sharedCode } = this.#dependencies;
    const { installs, registry } = records;
    this.#fence = await beginOperation(records, this.appCode);
    const { version, install } = await this.#findTarget();
    const { appCode, tenantId } = this;
    task.reach(version.version);
    if (version.status === DEPRECATED) {
      task.log(`Warning: ${appCode} ${version.version} is deprecated: ${version.deprecateReason ?? ''}`);
    }
    const installId = install?.installId ?? installs.nextId();
    this.#resolved = { version, installId, before: install };
    await task.record({ appCode, tenantId, install: { installId, before: install } });
    if (!install) await installs.begin(installId, tenantId, appCode, version.version, this.actor);
    else if (this.kind === 'install') {
      await installs.update(installId, {
        status: INSTALL.installing,
        version: version.version,
        failure_json: null,
      });
    } else if (install.status === INSTALL.enabled) {
      await installs.update(installId, { status: INSTALL.upgrading });
    }
    await registry.refresh();
    this.#isOnHost = await sharedCode.isOnHost(version, tenantId);
    task.log(`${STARTED[this.kind]} ${appCode} to ${version.version}`);
  }

  #findTarget(): Promise<Target> {
    const { targets } = this.#dependencies;
    const { installId, version } = this.#change;
    if (installId === undefined) return installTarget(targets, { ...this.#change });
    if (this.kind === 'rollback') return rollbackTarget(targets, installId);
    return upgradeTarget(targets, installId, version);
  }

  async #unlessOnHost(task: TaskWork<Journal>, work: () => Promise<void>): Promise<void> {
    if (this.#isOnHost) task.log('Another tenant runs this version: its files are already on this host');
    else await work();
  }

  async #migrate(task: TaskWork<Journal>): Promise<void> {
    const { placement, scripts } = this.#dependencies;
    const { contents, listings, migrator } = scripts;
    // The folder may have scripts of a later version, whose upgrade has failed for another tenant.
    const own = this.#isOnHost ? (await contents.find(this.#target.versionId))?.scripts : undefined;
    const files = own ?? (await readScripts(placement.migrationFolder(this.appCode)));
    assertOwnTables(this.appCode, migrator.changedTables(files), await listings.codes());
    if (this.kind === 'rollback') await migrator.assertNoneNewer(this.appCode, this.#target.version, files);
    this.#scripts = await migrator.run(this.appCode, this.#target.version, files, {
      begin: async (pending) => {
        await task.record({ migrationsRan: true });
        task.log(`Running ${pending.join(', ')}`);
      },
      log: (line) => task.log(line),
      progress: (fraction) => task.progress(fraction),
    });
    if (this.#scripts.length === 0) task.log('No script is pending');
  }

  /** The switch changes menus and record in one transaction. @throws MENU_KEY_TAKEN (409) */
  async #previewMenus(task: TaskWork<Journal>): Promise<void> {
    const nodes = manifestOf(this.#target).menus ?? [];
    const { added, changed, removed } = await this.#dependencies.menus.preview(this.appCode, nodes);
    task.log(`Menus: ${added.length} to add, ${changed.length} to change, ${removed.length} to remove`);
  }

  async #switch(task: TaskWork<Journal>): Promise<void> {
    const { backends, placement } = this.#dependencies;
    const plan = this.#package.plan;
    await this.#dependencies.records.desired.assertNotOvertaken(this.appCode, this.#fence);
    if (plan) await placement.switchJar(plan);
    const serving = backends.loadedJar(this.appCode);
    this.#backend =
      this.#isOnHost && serving === this.#jar && serving !== null
        ? { report: ALREADY_LOADED }
        : await this.#phased.switch(task, this.#jar);
    if (plan) await placement.switchRest(plan);
    await this.#commit(task);
  }

  async #commit(task: TaskWork<Journal>): Promise<void> {
    const { menus, records, sharedCode } = this.#dependencies;
    const { database, desired, installs, registry } = records;
    const { installId, before, version } = this.#known;
    const { appCode, tenantId } = this;
    const staysDisabled = this.kind !== 'install' && before?.status === INSTALL.disabled;
    await database.transaction(async () => {
      const others = sharedCode.others(appCode, tenantId).map((install) => install.tenantId);
      const nodes = manifestOf(this.#target).menus ?? [];
      this.#menus = await menus.sync(appCode, version.version, nodes, [tenantId, ...others]);
      await installs.update(installId, {
        version: version.version,
        previous_version: this.#versionBefore(),
        status: staysDisabled ? INSTALL.disabled : INSTALL.enabled,
        failure_json: afterSuccess(before?.failure ?? null, version.version),
      });
      const { taskId } = task;
      await desired.commit({ appCode, version: version.version, taskId }, this.#fence);
      await this.#phased.committed();
      await task.record({ committed: true });
    });
    await registry.refresh();
  }

  /** The version that a rollback returns to: an upgrade that restores the recorded one keeps it. */
  #versionBefore(): string | null {
    const { before, version } = this.#known;
    if (this.kind !== 'upgrade' || !before) return null;
    return before.version === version.version ? before.previousVersion : before.version;
  }

  async #finish(task: TaskWork<Journal>): Promise<void> {
    const { backends, events, placement, sharedCode } = this.#dependencies;
    const { appCode, tenantId } = this;
    const log = (line: string): void => task.log(line);
    const version = this.#target.version;
    const plan = this.#package.plan;
    if (plan) this.#staleJars = await placement.finish(plan);
    this.#unloadReport =
      this.#jar === null && backends.loadedJar(appCode) !== null
        ? await backends.unload(appCode, log)
        : await formerVersionReport(this.#backend?.retired, log);
    const type = this.kind === 'install' ? 'installed' : 'upgraded';
    events.emit([tenantId], { type, appCode, version });
    await this.#publishEvent();
    if (!this.#isOnHost) {
      const others = sharedCode.others(appCode, tenantId).map((install) => install.tenantId);
      events.emit(others, { type: 'upgraded', appCode, version });
    }
    task.log(`${appCode} ${version} runs`);
  }

  /** The application is loaded by now, so it receives the event of its own installation. */
  async #publishEvent(): Promise<void> {
    const { appCode, tenantId } = this;
    const { version } = this.#target;
    const previousVersion = this.#known.before?.version ?? '';
    await this.#dependencies.publish(
      tenantId,
      this.kind === 'install'
        ? new AppInstalledEvent({ appCode, version, tenantId })
        : new AppUpgradedEvent({ appCode, version, previousVersion, tenantId }),
    );
  }

  get #known(): Resolved {
    if (!this.#resolved) throw new Error('The operation has not been resolved.');
    return this.#resolved;
  }

  get #target(): AppVersion {
    return this.#package.kept ?? this.#known.version;
  }

  get #jar(): string | null {
    return this.#package.plan?.after.jar ?? this.#dependencies.placement.record(this.appCode)?.jar ?? null;
  }
}
