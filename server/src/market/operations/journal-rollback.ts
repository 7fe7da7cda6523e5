import type { DataRemoval } from '../database/data-removal.ts';
import type { Placement } from '../disk/placement.ts';
import type { InstallRegistry } from '../records/install-registry.ts';
import { INSTALL, type InstallStore } from '../records/install-store.ts';
import type { PhaseStore } from '../records/phase-store.ts';
import type { Backends } from '../runtime/backends.ts';
import type { MarketSource } from '../source/market-source.ts';
import type { JournalHandlers, Settling, Undoing } from '../tasks/task-settlement.ts';
import type { OperationFailure } from '../tasks/task.ts';
import { rollBackBackend } from './backend-switch.ts';
import type { Journal } from './journal.ts';

export interface JournalDependencies {
  readonly installs: InstallStore;
  readonly registry: InstallRegistry;
  readonly source: MarketSource;
  readonly placement: Placement;
  readonly backends: Backends;
  readonly dataRemoval: DataRemoval;
  readonly phases: Pick<PhaseStore, 'end'>;
}

/** Brings the journal of an interrupted or failed operation to one of its two ends. (design 4.4) */
export class JournalRollback implements JournalHandlers<Journal> {
  readonly #dependencies: JournalDependencies;

  constructor(dependencies: JournalDependencies) {
    this.#dependencies = dependencies;
  }

  isCommitted(journal: Partial<Journal>): boolean {
    return journal.committed === true;
  }

  /** The journal's node still has files to place or remove on its own disk. */
  hasLocalWork({ placement, removing }: Partial<Journal>): boolean {
    return placement !== undefined || removing === true;
  }

  /** Restores the state before the task. Safe to repeat. Migrations that ran stay. (spec: L1) */
  async rollBack(
    journal: Partial<Journal>,
    failure: OperationFailure,
    { live, log }: Undoing,
  ): Promise<void> {
    const { appCode, placement, backend, phases } = journal;
    if (journal.committed || appCode === undefined) return;
    const { backends, placement: disk, registry } = this.#dependencies;
    if (phases !== undefined) await this.#dependencies.phases.end(phases);
    if (placement) {
      await disk.rollBack(placement, { migrated: journal.migrationsRan ?? false });
      log('Rolled the staged files back');
      if (journal.migrationsRan) log('Migrations that ran stay: they only go up');
    }
    if (backend && live) await rollBackBackend(backends, appCode, backend.jarBefore, log);
    if (journal.takenOver === undefined) await this.#rollBackRecords(journal, failure);
    await registry.refresh();
    const version = disk.record(appCode)?.version;
    log(version === undefined ? 'The application is not on this host' : `${version} keeps serving`);
  }

  /**
   * Finishes a committed operation. Safe to repeat.
   *
   * @returns false when the operation had not committed and must be rolled back
   */
  async complete(journal: Partial<Journal>, work: Settling): Promise<boolean> {
    const { appCode, committed, dropping, takenOver } = journal;
    if (!committed || appCode === undefined) return false;
    const { dataRemoval } = this.#dependencies;
    if (dropping && takenOver === undefined) await dataRemoval.dropEverything(appCode, dropping, work);
    await this.#finishDisk(appCode, journal);
    return true;
  }

  /**
   * Settles the files that a task left on this disk, where a later operation has settled the rest.
   *
   * Another host may have led that one, while this host was away. At the start, this host takes
   * afterwards what it should have; a live one has it by now, and only what waits is removed.
   */
  async settleDisk(journal: Partial<Journal>, { live, log }: Undoing): Promise<void> {
    const { appCode, committed, placement, removing } = journal;
    const { placement: disk } = this.#dependencies;
    if (live && placement) await disk.clearStaging(placement);
    if (live || appCode === undefined || !(placement || (committed && removing))) return;
    if (committed) await this.#finishDisk(appCode, journal);
    else if (placement) await disk.rollBack(placement, { migrated: true });
    log('Settled the files of this host; a later operation has settled the rest');
  }

  /** Settles records and data, which all nodes share; the other node settles its own files. */
  async settleShared(journal: Partial<Journal>, failure: OperationFailure, work: Settling): Promise<void> {
    const { appCode, committed, dropping, phases } = journal;
    if (appCode === undefined) return;
    const { dataRemoval, registry } = this.#dependencies;
    if (phases !== undefined) await this.#dependencies.phases.end(phases);
    if (!committed) await this.#rollBackRecords(journal, failure);
    else if (dropping) await dataRemoval.dropEverything(appCode, dropping, work);
    await registry.refresh();
  }

  /** Removes what a committed operation has replaced, or the application. */
  async #finishDisk(appCode: string, { placement, removing }: Partial<Journal>): Promise<void> {
    const { placement: disk } = this.#dependencies;
    if (removing) await disk.remove(appCode);
    else if (placement) await disk.finish(placement);
  }

  async #rollBackRecords(
    { appCode, tenantId, install, kept }: Partial<Journal>,
    failure: OperationFailure,
  ): Promise<void> {
    const { installs, source } = this.#dependencies;
    if (!install && appCode !== undefined && tenantId !== undefined) {
      // A deploy does not change the record, so only its failure is added.
      const deployed = await installs.find(tenantId, appCode);
      const failure_json = JSON.stringify(failure);
      if (deployed) await installs.update(deployed.installId, { failure_json });
    }
    if (install?.before) await installs.restore(install.before, failure);
    else if (install) {
      const failure_json = JSON.stringify(failure);
      await installs.update(install.installId, { status: INSTALL.failed, failure_json });
    }
    if (kept) await source.forget(kept.appCode, kept.version);
  }
}
