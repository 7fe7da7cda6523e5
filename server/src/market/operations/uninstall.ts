import { AppUninstalledEvent } from '@platform/plugin-sdk/core';
import { INSTALL, type Install } from '../records/install-store.ts';
import type { UnloadReport } from '../../plugin-runtime/index.ts';
import type { Operation, OperationStep } from '../tasks/task-runner.ts';
import type { TaskReport } from '../tasks/task.ts';
import type { TaskWork } from '../tasks/task-run.ts';
import type { Journal } from './journal.ts';
import type { DataRemoval } from '../database/data-removal.ts';
import { ownTables, type InstalledScripts } from '../database/own-tables.ts';
import type { VersionMenus } from '../records/version-menus.ts';
import type { Dependents } from '../requirements/dependents.ts';
import type { PublishEvent } from '../runtime/application-events.ts';
import type { Backends } from '../runtime/backends.ts';
import type { RuntimeEvents } from '../runtime/runtime-events.ts';
import { beginOperation, ownInstall, type InstallRecords } from './install-records.ts';

export interface UninstallDependencies {
  readonly records: InstallRecords;
  readonly dependents: Dependents;
  readonly backends: Backends;
  readonly menus: VersionMenus;
  readonly scripts: InstalledScripts;
  readonly dataRemoval: DataRemoval;
  /** Waits until the other hosts have unloaded the application, or said why not. */
  readonly othersUnloaded: (appCode: string, task: TaskWork<Journal>) => Promise<void>;
  readonly events: RuntimeEvents;
  readonly publish: PublishEvent;
}

/**
 * Uninstalls an application for a tenant, and removes it from this host after its last tenant.
 *
 * Tables stay unless `dropData`; stored objects always stay. (spec: L2, L3; design 4.4, 9.2-10)
 */
export class Uninstall implements Operation<Journal> {
  readonly kind = 'uninstall' as const;
  readonly appCode: string;
  readonly tenantId: string;
  readonly actor: string | null;
  readonly version: string;
  readonly steps: ReadonlyArray<OperationStep<Journal>> = [
    { name: 'resolve', run: (task) => this.#resolve(task) },
    { name: 'unload', run: (task) => this.#unload(task) },
    { name: 'menus', run: (task) => this.#removeMenus(task) },
    { name: 'data', run: (task) => this.#removeData(task) },
    { name: 'files', run: (task) => this.#removeFiles(task) },
    { name: 'finish', run: (task) => this.#finish(task) },
  ];
  readonly #dependencies: UninstallDependencies;
  readonly #installId: number;
  readonly #dropData: boolean;
  #fence = 0;
  /** Other tenants have the application, so only this tenant's data is removed. */
  #shared = false;
  #menusRemoved = 0;
  #unloadReport: UnloadReport | null = null;
  #tables: readonly string[] = [];

  constructor(
    dependencies: UninstallDependencies,
    install: Install,
    dropData: boolean,
    actor: string | null,
  ) {
    this.#dependencies = dependencies;
    this.#installId = install.installId;
    this.#dropData = dropData;
    this.appCode = install.appCode;
    this.tenantId = install.tenantId;
    this.version = install.version;
    this.actor = actor;
  }

  report(): TaskReport {
    return {
      appCode: this.appCode,
      version: this.version,
      menusRemoved: this.#menusRemoved,
      [this.#shared ? 'tablesCleared' : 'tablesDropped']: this.#tables,
      sharedWithOthers: this.#shared,
      unloadReport: this.#unloadReport,
    };
  }

  async cleanUp(): Promise<void> {}

  async #resolve(task: TaskWork<Journal>): Promise<void> {
    const { dependents, records } = this.#dependencies;
    const { installs, registry } = records;
    const { appCode, tenantId } = this;
    this.#fence = await beginOperation(records, appCode);
    const install = await ownInstall(records, this.#installId);
    await dependents.assertNone(appCode, tenantId);
    this.#shared = registry.othersWith(appCode, tenantId).length > 0;
    await task.record({ appCode, tenantId, install: { installId: install.installId, before: install } });
    await installs.update(this.#installId, { status: INSTALL.uninstalling });
    await registry.refresh();
    if (this.#shared) task.log('Other tenants have the application: code, menus and tables stay');
  }

  async #unload(task: TaskWork<Journal>): Promise<void> {
    const { backends } = this.#dependencies;
    const jarBefore = backends.loadedJar(this.appCode);
    if (this.#shared || !backends.enabled || jarBefore === null) return;
    await task.record({ backend: { jarBefore } });
    this.#unloadReport = await backends.unload(this.appCode, (line) => task.log(line));
    task.log('Unloaded');
  }

  /** Commits: menus and record go in one transaction. Irreversible removals follow. */
  async #removeMenus(task: TaskWork<Journal>): Promise<void> {
    const { dataRemoval, menus, records, scripts } = this.#dependencies;
    const { database, desired, installs, registry } = records;
    const { appCode, version } = this;
    if (this.#dropData) this.#tables = await ownTables(scripts, this.appCode);
    await database.transaction(async () => {
      if (this.#shared) {
        await menus.revoke(this.appCode, this.tenantId);
        if (this.#dropData) await dataRemoval.deleteRowsOf(this.appCode, this.tenantId, this.#tables);
      } else this.#menusRemoved = await menus.remove(this.appCode, this.#dropData);
      await installs.remove(this.#installId);
      await desired.commitState({ appCode, version, taskId: task.taskId }, this.#fence);
      await task.record({
        committed: true,
        ...(this.#shared ? {} : { removing: true }),
        ...(this.#dropData && !this.#shared ? { dropping: this.#tables } : {}),
      });
    });
    await registry.refresh();
    if (!this.#shared) task.log(`${this.#menusRemoved} menus removed`);
  }

  async #removeData(task: TaskWork<Journal>): Promise<void> {
    if (!this.#dropData) task.log('Tables stay');
    else if (this.#shared) {
      task.log(`Rows of the tenant deleted from ${this.#tables.join(', ') || 'no table'}`);
    } else {
      const { dataRemoval, othersUnloaded } = this.#dependencies;
      await othersUnloaded(this.appCode, task);
      this.#tables = await dataRemoval.dropEverything(this.appCode, this.#tables, {
        log: (line) => task.log(line),
        assertCurrent: () => task.save(),
      });
      task.log(`Dropped ${this.#tables.join(', ') || 'no table'}`);
    }
  }

  async #removeFiles(task: TaskWork<Journal>): Promise<void> {
    if (this.#shared) return;
    await this.#dependencies.scripts.placement.remove(this.appCode);
    task.log('Files removed');
  }

  async #finish(task: TaskWork<Journal>): Promise<void> {
    const { appCode, tenantId, version } = this;
    const { backends, events, publish, records } = this.#dependencies;
    if (
      this.#shared &&
      records.registry.dormant().includes(appCode) &&
      backends.loadedJar(appCode) !== null
    ) {
      this.#unloadReport = await backends.unload(appCode, (line) => task.log(line));
      task.log('Unloaded: all other tenants have it disabled');
    }
    events.emit([tenantId], { type: 'removed', appCode, version: null });
    await publish(tenantId, new AppUninstalledEvent({ appCode, version, tenantId }));
    task.log(`${appCode} is uninstalled`);
  }
}
