import { INSTALL } from '../installs/install-store.ts';
import type { TaskFailure } from '../tasks/task.ts';
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
  failure: TaskFailure,
  log: (line: string) => void,
  live: boolean,
): Promise<void> {
  const { appCode, kept, placement, backend, menus, install } = journal;
  if (journal.committed || appCode === undefined) return;
  if (placement) {
    await services.placement.takeBack(placement, journal.migrationsRan ?? false);
    log('Took the staged files back');
    if (journal.migrationsRan) log('Migrations that ran stay: they only go up');
  }
  if (backend && live) await takeBackBackend(services, appCode, backend.jarBefore);
  if (menus) {
    if (menus.before === null) await services.menus.remove(appCode, true);
    else {
      const tenants = services.registry.ofApp(appCode).map((row) => row.tenantId);
      await services.menus.restore(appCode, menus.before, tenants);
    }
    if (install?.before === null && journal.tenantId !== undefined) {
      await services.menus.revoke(appCode, journal.tenantId);
    }
    log('Put the menus back');
  }
  if (install) {
    if (install.before) await services.installs.restore(install.before, failure);
    else {
      const failure_json = JSON.stringify(failure);
      await services.installs.update(install.installId, { status: INSTALL.failed, failure_json });
    }
  }
  if (kept) await services.source.forget(kept.appCode, kept.version);
  await services.registry.refresh();
  services.changed();
  const still = services.placement.record(appCode)?.version;
  log(still === undefined ? 'Nothing of the application is on this host' : `${still} goes on serving`);
}

/**
 * Clears away what a task had left to clear when it ended after its commit.
 *
 * @returns false when it had not committed, so that it is to be taken back
 */
export async function completeCommitted(
  services: OperationServices,
  journal: Partial<Journal>,
): Promise<boolean> {
  if (!journal.committed || journal.appCode === undefined) return false;
  if (journal.removing) await services.placement.remove(journal.appCode);
  else if (journal.placement) await services.placement.finish(journal.placement);
  return true;
}
