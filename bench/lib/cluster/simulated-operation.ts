import {
  PhasedBackend,
  type PhaseDependencies,
} from '../../../server/src/market/operations/phased-backend.ts';
import type { Journal } from '../../../server/src/market/operations/journal.ts';
import type { PlacementPlan } from '../../../server/src/market/disk/placement.ts';
import type { DesiredStore } from '../../../server/src/market/records/desired-store.ts';
import type { InstallRegistry } from '../../../server/src/market/records/install-registry.ts';
import { INSTALL, type InstallStore } from '../../../server/src/market/records/install-store.ts';
import type { PhaseStore } from '../../../server/src/market/records/phase-store.ts';
import type { RuntimeEvents } from '../../../server/src/market/runtime/runtime-events.ts';
import type { TaskWork } from '../../../server/src/market/tasks/task-run.ts';
import type { Operation, OperationStep } from '../../../server/src/market/tasks/task-runner.ts';
import type { JournalHandlers } from '../../../server/src/market/tasks/task-settlement.ts';
import type { SimulatedFiles } from './simulated-files.ts';

export const TENANT = '000000';
/** The application that operations change. */
export const APP_CODE = 'app-0';

export interface OperationParts {
  readonly phased: PhaseDependencies;
  readonly files: SimulatedFiles;
  readonly desired: DesiredStore;
  readonly installs: InstallStore;
  readonly registry: InstallRegistry;
  readonly events: RuntimeEvents;
  /** Called with the jar when the commit begins. */
  readonly committed: (jar: string) => void;
}

export interface SimulatedChange {
  readonly version: string;
  /** Others prepare before any switches, as for an upgrade; or not, as for enabling. */
  readonly isPrepared: boolean;
}

/** An upgrade as the other hosts see it: without package, migrations and menus. */
export class SimulatedOperation implements Operation<Journal> {
  readonly kind = 'upgrade';
  readonly tenantId = TENANT;
  readonly actor = null;
  readonly appCode = APP_CODE;
  readonly version: string;
  readonly steps: ReadonlyArray<OperationStep<Journal>>;
  readonly #parts: OperationParts;
  readonly #phased: PhasedBackend;
  #plan: PlacementPlan | undefined;
  #fence = 0;
  #installId = 0;

  constructor(parts: OperationParts, { isPrepared, version }: SimulatedChange) {
    this.#parts = parts;
    this.#phased = new PhasedBackend(parts.phased, APP_CODE);
    this.version = version;
    this.steps = [
      { name: 'resolve', run: (task) => this.#resolve(task) },
      { name: 'stage', run: (task) => this.#stage(task) },
      ...(isPrepared ? [this.#phased.prepareStep(() => this.#plan), this.#phased.readyStep] : []),
      { name: 'switch', run: (task) => this.#switch(task) },
      { name: 'finish', run: (task) => this.#finish(task) },
    ];
  }

  report() {
    return { appCode: this.appCode, version: this.version };
  }

  cleanUp(): Promise<void> {
    return this.#phased.discard();
  }

  async #resolve(task: TaskWork<Journal>): Promise<void> {
    const { desired, installs, registry } = this.#parts;
    const { appCode, tenantId } = this;
    this.#fence = await desired.fence(appCode);
    const before = (await installs.find(tenantId, appCode)) ?? null;
    this.#installId = before?.installId ?? 0;
    await task.record({ appCode, tenantId, install: { installId: this.#installId, before } });
    await installs.update(this.#installId, { status: INSTALL.upgrading });
    await registry.refresh();
  }

  async #stage(task: TaskWork<Journal>): Promise<void> {
    this.#plan = await this.#parts.files.stage(this);
    await task.record({ placement: this.#plan });
  }

  async #switch(task: TaskWork<Journal>): Promise<void> {
    const { desired, files, registry } = this.#parts;
    await desired.fence(this.appCode);
    if (this.#plan)
      await files.switchTo(this.#plan, async (jar) => void (await this.#phased.switch(task, jar)));
    await this.#commit(task);
    await registry.refresh();
  }

  /** Without a transaction, which would keep the one connection of SQLite from the other hosts. */
  async #commit(task: TaskWork<Journal>): Promise<void> {
    const { committed, desired, installs } = this.#parts;
    const { appCode, version } = this;
    await installs.update(this.#installId, { version, status: INSTALL.enabled });
    const change = { appCode, version, state: 'running', jar: this.#plan?.after.jar ?? null } as const;
    const rest = { packageUrl: null, frontendVersion: null, taskId: task.taskId };
    committed(this.#plan?.after.jar ?? appCode);
    await desired.commit({ ...change, ...rest }, this.#fence);
    await this.#phased.committed();
    await task.record({ committed: true });
  }

  async #finish(task: TaskWork<Journal>): Promise<void> {
    const { appCode, version } = this;
    this.#parts.events.emit([TENANT], { type: 'upgraded', appCode, version });
    task.log(`${appCode} ${version} runs`);
  }
}

/** Takes back what the other hosts see of a failed operation. */
export const simulatedJournals = (phases: PhaseStore): JournalHandlers<Journal> => ({
  rollBack: async (journal) => {
    if (journal.phases !== undefined) await phases.end(journal.phases);
  },
  settleShared: async (journal) => {
    if (journal.phases !== undefined) await phases.end(journal.phases);
  },
  complete: async ({ committed }) => committed === true,
  isCommitted: ({ committed }) => committed === true,
  settleDisk: () => Promise.resolve(),
  hasLocalWork: () => false,
});
