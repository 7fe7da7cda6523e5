import { rm } from 'node:fs/promises';
import { AppInstalledEvent, AppUpgradedEvent } from '@platform/plugin-sdk/core';
import { afterSuccess } from '../installs/install-failure.ts';
import { INSTALL, type Install } from '../installs/install-store.ts';
import { assertOwnTables } from '../migrations/table-owner.ts';
import type { UnloadReport } from '../../plugin-runtime/index.ts';
import { readScripts } from '../placement/migration-folder.ts';
import type { Operation, OperationStep } from '../tasks/task-runner.ts';
import type { TaskReport } from '../tasks/task.ts';
import type { TaskWork } from '../tasks/task-run.ts';
import { DEPRECATED, manifestOf, type AppVersion } from '../versions/version-store.ts';
import { LOADED_ALREADY, switchBackend, type BackendSwitch } from './backend-switch.ts';
import type { Journal } from './journal.ts';
import { neededApplications } from './needed-applications.ts';
import { PackageSteps } from './package-steps.ts';
import { resolveInstall, resolveUpgrade, type Target } from './resolve.ts';
import { resolveRollback } from './resolve-rollback.ts';
import type { OperationServices } from './services.ts';
import { reportOfFormer } from './unload-report.ts';

export interface VersionChange {
  readonly kind: 'install' | 'upgrade' | 'rollback';
  readonly tenantId: string;
  readonly appCode: string;
  /** Version asked for; none is the latest. */
  readonly version: string | undefined;
  /** The record to change. */
  readonly installId: number | undefined;
  readonly actor: string | null;
  /** Installs one of the applications that are needed first; none: they must be there. (design 9.2-11) */
  readonly installNeeded?: (needed: AppVersion) => Promise<number>;
}

const DOING = { install: 'Installing', upgrade: 'Upgrading', rollback: 'Rolling back' } as const;

interface Resolved {
  readonly version: AppVersion;
  readonly installId: number;
  /** The tenant's record as it was. */
  readonly before: Install | null;
}

/**
 * Installs, upgrades or rolls back: placement, then schema change, then code switch. (spec: Ordering rule; design 4.4)
 * Where another tenant has this version already, nothing is placed again.
 */
export class ChangeVersion implements Operation<Journal> {
  readonly kind: VersionChange['kind'];
  readonly appCode: string;
  readonly tenantId: string;
  readonly actor: string | null;
  readonly version: string | null;
  readonly steps: ReadonlyArray<OperationStep<Journal>>;
  readonly #ownSteps: ReadonlyArray<OperationStep<Journal>> = [
    { name: 'resolve', run: (task) => this.#resolve(task) },
    {
      name: 'download',
      run: (task) => this.#placing(task, () => this.#package.download(task, this.#target)),
    },
    { name: 'verify', run: (task) => this.#placing(task, () => this.#package.verify(task)) },
    { name: 'stage', run: (task) => this.#placing(task, () => this.#package.stage(task)) },
    { name: 'migrate', run: (task) => this.#migrate(task) },
    { name: 'menus', run: (task) => this.#lookAtMenus(task) },
    { name: 'switch', run: (task) => this.#switch(task) },
    { name: 'finish', run: (task) => this.#finish(task) },
  ];
  readonly #services: OperationServices;
  readonly #change: VersionChange;
  readonly #package: PackageSteps;
  #resolved: Resolved | undefined;
  /** Another tenant has this version, and it is on this host. */
  #shared = false;
  readonly #needed: Array<{ appCode: string; version: string; taskId: number }> = [];
  #scripts: readonly string[] = [];
  #menus = { added: 0, changed: 0, removed: 0 };
  #backend: BackendSwitch | undefined;
  #unloadReport: UnloadReport | null = null;
  #staleJars: readonly string[] = [];

  constructor(services: OperationServices, change: VersionChange) {
    this.#services = services;
    this.#change = change;
    this.#package = new PackageSteps(services);
    this.kind = change.kind;
    this.appCode = change.appCode;
    this.tenantId = change.tenantId;
    this.actor = change.actor;
    this.version = change.version ?? null;
    const first = { name: 'dependencies', run: (task: TaskWork<Journal>) => this.#installNeeded(task) };
    this.steps = change.installNeeded ? [first, ...this.#ownSteps] : this.#ownSteps;
  }

  report(): TaskReport {
    const { installId, before, version } = this.#known;
    return {
      installId,
      appCode: this.appCode,
      version: version.version,
      previousVersion: before?.version ?? null,
      ...this.#backend?.report,
      unloadReport: this.#unloadReport,
      security: this.#package.securityNote,
      staleJars: this.#staleJars,
      activeJar: this.#jar,
      migrationCount: this.#scripts.length,
      migrations: this.#scripts,
      releasedCount: this.#package.releasedCount,
      menus: this.#menus,
      ...(this.#change.installNeeded ? { dependencies: this.#needed } : {}),
    };
  }

  async cleanUp(): Promise<void> {
    if (this.#package.folder !== undefined) await rm(this.#package.folder, { recursive: true, force: true });
  }

  /** Each has a task of its own; those that were installed stay when a later one fails. */
  async #installNeeded(task: TaskWork<Journal>): Promise<void> {
    const { version } = await resolveInstall(this.#services, { ...this.#change, withDependencies: true });
    const needed = await neededApplications(this.#services, this.tenantId, version);
    for (const [index, application] of needed.entries()) {
      task.log(`Installing ${application.appCode} ${application.version}, which is needed`);
      const taskId = await this.#change.installNeeded?.(application);
      this.#needed.push({ appCode: application.appCode, version: application.version, taskId: taskId ?? 0 });
      task.progress((index + 1) / needed.length);
      await task.save();
    }
    if (needed.length === 0) task.log('Everything that it needs is there');
  }

  async #resolve(task: TaskWork<Journal>): Promise<void> {
    const { installs, placement, registry } = this.#services;
    const { version, install }: Target =
      this.#change.installId === undefined
        ? await resolveInstall(this.#services, { ...this.#change })
        : this.kind === 'rollback'
          ? await resolveRollback(this.#services, this.#change.installId)
          : await resolveUpgrade(this.#services, this.#change.installId, this.#change.version);
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
    this.#services.changed();
    const placed = await placement.placed(appCode);
    const others = registry.othersWith(appCode, tenantId);
    this.#shared =
      placed?.version === version.version && others.some((other) => other.version === version.version);
    task.log(`${DOING[this.kind]} ${appCode} to ${version.version}`);
  }

  async #placing(task: TaskWork<Journal>, work: () => Promise<void>): Promise<void> {
    if (this.#shared) task.log('Another tenant has this version: it is on this host already');
    else await work();
  }

  async #migrate(task: TaskWork<Journal>): Promise<void> {
    const files = await readScripts(this.#services.placement.migrationFolder(this.appCode));
    const { listings, migrator } = this.#services;
    assertOwnTables(this.appCode, migrator.tables(files), await listings.codes());
    if (this.kind === 'rollback') await migrator.assertNoneNewer(this.appCode, this.#target.version, files);
    this.#scripts = await migrator.run(this.appCode, this.#target.version, files, {
      begin: async (scripts) => {
        await task.record({ migrationsRan: true });
        task.log(`Running ${scripts.join(', ')}`);
      },
      log: (line) => task.log(line),
      progress: (fraction) => task.progress(fraction),
    });
    if (this.#scripts.length === 0) task.log('No script is to be run');
  }

  /** What will become of the menus; they change with the record, in one transaction. @throws MENU_KEY_TAKEN (409) */
  async #lookAtMenus(task: TaskWork<Journal>): Promise<void> {
    const plan = await this.#services.menus.preview(this.appCode, manifestOf(this.#target).menus ?? []);
    const { added, changed, removed } = plan;
    task.log(`Menus: ${added.length} to add, ${changed.length} to change, ${removed.length} to remove`);
  }

  async #switch(task: TaskWork<Journal>): Promise<void> {
    const { backends, database, installs, menus, placement, registry } = this.#services;
    const { installId, before, version } = this.#known;
    const plan = this.#package.plan;
    if (plan) await placement.switchJar(plan);
    const serving = backends.loadedJar(this.appCode);
    this.#backend =
      this.#shared && serving === this.#jar && serving !== null
        ? { report: LOADED_ALREADY }
        : await switchBackend(this.#services, task, this.appCode, this.#jar);
    if (plan) await placement.switchRest(plan);
    await database.transaction(async () => {
      this.#menus = await menus.sync(this.appCode, version.version, manifestOf(this.#target).menus ?? [], [
        this.tenantId,
        ...registry.othersWith(this.appCode, this.tenantId).map((install) => install.tenantId),
      ]);
      await installs.update(installId, {
        version: version.version,
        previous_version: this.kind === 'upgrade' ? (before?.version ?? null) : null,
        status:
          this.kind !== 'install' && before?.status === INSTALL.disabled ? INSTALL.disabled : INSTALL.enabled,
        failure_json: afterSuccess(before?.failure ?? null, version.version),
      });
      await task.record({ committed: true });
    });
    await registry.refresh();
    this.#services.changed();
  }

  async #finish(task: TaskWork<Journal>): Promise<void> {
    const { backends, events, placement, registry } = this.#services;
    const { appCode, tenantId } = this;
    const version = this.#target.version;
    const plan = this.#package.plan;
    if (plan) this.#staleJars = await placement.finish(plan);
    if (this.#jar === null && backends.loadedJar(appCode) !== null)
      this.#unloadReport = await backends.unload(appCode, (line) => task.log(line));
    else this.#unloadReport = await reportOfFormer(this.#backend?.retired, (line) => task.log(line));
    const type = this.kind === 'install' ? 'installed' : 'upgraded';
    events.emit([tenantId], { type, appCode, version });
    await this.#announce();
    if (!this.#shared) {
      const others = registry.othersWith(appCode, tenantId).map((install) => install.tenantId);
      events.emit(others, { type: 'upgraded', appCode, version });
    }
    task.log(`${appCode} ${version} runs`);
  }

  /** The application hears of its own installation: it has been loaded. */
  async #announce(): Promise<void> {
    const { appCode, tenantId } = this;
    const { version } = this.#target;
    const previousVersion = this.#known.before?.version ?? '';
    await this.#services.publish(
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
    return this.#package.plan?.after.jar ?? this.#services.placement.record(this.appCode)?.jar ?? null;
  }
}
