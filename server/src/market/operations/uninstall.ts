import { AppUninstalledEvent } from '@platform/plugin-sdk/core';
import { INSTALL, type Install } from '../installs/install-store.ts';
import type { UnloadReport } from '../../plugin-runtime/index.ts';
import type { Operation, OperationStep } from '../tasks/task-runner.ts';
import type { TaskReport } from '../tasks/task.ts';
import type { TaskWork } from '../tasks/task-run.ts';
import { assertNotRequired } from './dependents.ts';
import type { Journal } from './journal.ts';
import { ownTables } from './own-tables.ts';
import { ownInstall } from './resolve.ts';
import type { OperationServices } from './services.ts';

/**
 * Takes an application away from a tenant, and off this host when no other tenant has it. Tables stay unless
 * `dropData`; stored objects always stay. (spec: L2, L3; design 4.4, 9.2-10)
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
  readonly #services: OperationServices;
  readonly #installId: number;
  readonly #dropData: boolean;
  /** Other tenants have the application: only what is this tenant's own goes. */
  #shared = false;
  #menusRemoved = 0;
  #unloadReport: UnloadReport | null = null;
  #tables: readonly string[] = [];

  constructor(services: OperationServices, install: Install, dropData: boolean, actor: string | null) {
    this.#services = services;
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
    const { installs, registry } = this.#services;
    const { appCode, tenantId } = this;
    const install = await ownInstall(this.#services, this.#installId);
    await assertNotRequired(this.#services, tenantId, appCode);
    this.#shared = registry.othersWith(appCode, tenantId).length > 0;
    await task.record({ appCode, tenantId, install: { installId: install.installId, before: install } });
    await installs.update(this.#installId, { status: INSTALL.uninstalling });
    await registry.refresh();
    this.#services.changed();
    if (this.#shared) task.log('Other tenants have the application: code, menus and tables stay for them');
  }

  async #unload(task: TaskWork<Journal>): Promise<void> {
    const { backends } = this.#services;
    const jarBefore = backends.loadedJar(this.appCode);
    if (this.#shared || !backends.enabled || jarBefore === null) return;
    await task.record({ backend: { jarBefore } });
    this.#unloadReport = await backends.unload(this.appCode, (line) => task.log(line));
    task.log('Unloaded');
  }

  /** Menus and record go together; from then on everything stands, and what cannot be taken back follows. */
  async #removeMenus(task: TaskWork<Journal>): Promise<void> {
    const { database, dataRemoval, installs, menus, registry } = this.#services;
    if (this.#dropData) this.#tables = await ownTables(this.#services, this.appCode);
    await database.transaction(async () => {
      if (this.#shared) {
        await menus.revoke(this.appCode, this.tenantId);
        if (this.#dropData) await dataRemoval.deleteRowsOf(this.appCode, this.tenantId, this.#tables);
      } else this.#menusRemoved = await menus.remove(this.appCode, this.#dropData);
      await installs.remove(this.#installId);
      await task.record({
        committed: true,
        ...(this.#shared ? {} : { removing: true }),
        ...(this.#dropData && !this.#shared ? { dropping: this.#tables } : {}),
      });
    });
    await registry.refresh();
    this.#services.changed();
    if (!this.#shared) task.log(`${this.#menusRemoved} menus removed`);
  }

  async #removeData(task: TaskWork<Journal>): Promise<void> {
    if (!this.#dropData) task.log('Tables stay');
    else if (this.#shared) {
      task.log(`Rows of the tenant deleted from ${this.#tables.join(', ') || 'no table'}`);
    } else {
      const log = (line: string): void => task.log(line);
      this.#tables = await this.#services.dataRemoval.dropEverything(this.appCode, this.#tables, log);
      task.log(`Dropped ${this.#tables.join(', ') || 'no table'}`);
    }
  }

  async #removeFiles(task: TaskWork<Journal>): Promise<void> {
    if (this.#shared) return;
    await this.#services.placement.remove(this.appCode);
    this.#services.changed();
    task.log('Files removed');
  }

  async #finish(task: TaskWork<Journal>): Promise<void> {
    const { appCode, tenantId, version } = this;
    const { backends, publish, registry } = this.#services;
    if (this.#shared && registry.dormant().includes(appCode) && backends.loadedJar(appCode) !== null) {
      this.#unloadReport = await backends.unload(appCode, (line) => task.log(line));
      task.log('Unloaded: the other tenants have it disabled');
    }
    this.#services.events.emit([tenantId], { type: 'removed', appCode, version: null });
    await publish(tenantId, new AppUninstalledEvent({ appCode, version, tenantId }));
    task.log(`${appCode} is uninstalled`);
  }
}
