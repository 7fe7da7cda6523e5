import { INSTALL } from '../installs/install-store.ts';
import type { OperationFailure } from '../tasks/task.ts';
import { takeBackBackend } from './backend-switch.ts';
import type { Journal } from './journal.ts';
import type { OperationServices } from './services.ts';

/**
 * Puts everything back as it was before a task, from its journal; what was not begun is left alone. May run again
 * after it was interrupted. Migrations that ran stay. (spec: L1; design 4.4)
 *
 * @param live false at start, when no backend has been loaded yet: the right one is loaded afterwards
 */
export async function takeBack(
  services: OperationServices,
  journal: Partial<Journal>,
  failure: OperationFailure,
  log: (line: string) => void,
  live: boolean,
): Promise<void> {
  const { appCode, placement, backend } = journal;
  if (journal.committed || appCode === undefined) return;
  if (placement) {
    await services.placement.takeBack(placement, journal.migrationsRan ?? false);
    log('Took the staged files back');
    if (journal.migrationsRan) log('Migrations that ran stay: they only go up');
  }
  if (backend && live) await takeBackBackend(services, appCode, backend.jarBefore, log);
  if (journal.takenOver === undefined) await takeBackRecords(services, journal, failure);
  await services.registry.refresh();
  services.changed();
  const still = services.placement.record(appCode)?.version;
  log(still === undefined ? 'Nothing of the application is on this host' : `${still} goes on serving`);
}

/**
 * Does what a task had left to do when it ended after its commit; may run more than once.
 *
 * @returns false when it had not committed, so that it is to be taken back
 */
export async function completeCommitted(
  services: OperationServices,
  { appCode, committed, dropping, placement, removing, takenOver }: Partial<Journal>,
  log: (line: string) => void,
): Promise<boolean> {
  if (!committed || appCode === undefined) return false;
  if (dropping && takenOver === undefined) await services.dataRemoval.dropEverything(appCode, dropping, log);
  if (removing) await services.placement.remove(appCode);
  else if (placement) await services.placement.finish(placement);
  return true;
}

/**
 * Brings what all nodes share to the end that another node's journal calls for: its record back, or its data away where
 * that was decided. Files and code of that node are left to it.
 */
export async function endShared(
  services: OperationServices,
  journal: Partial<Journal>,
  failure: OperationFailure,
  log: (line: string) => void,
): Promise<void> {
  const { appCode, committed, dropping } = journal;
  if (appCode === undefined) return;
  if (!committed) await takeBackRecords(services, journal, failure);
  else if (dropping) await services.dataRemoval.dropEverything(appCode, dropping, log);
  await services.registry.refresh();
  services.changed();
}

/** What the other node has to do on its own disk when it is back. */
export function leftToItsNode({ placement, removing }: Partial<Journal>): boolean {
  return placement !== undefined || removing === true;
}

async function takeBackRecords(
  { installs, source }: OperationServices,
  { appCode, tenantId, install, kept }: Partial<Journal>,
  failure: OperationFailure,
): Promise<void> {
  if (!install && appCode !== undefined && tenantId !== undefined) {
    // A deploy leaves the record as it is, but for what has become of it.
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
