import type { Database } from '../../data/index.ts';
import { PlatformError } from '../../kernel/index.ts';
import type { DesiredCommits } from '../records/desired-commits.ts';
import type { InstallRegistry } from '../records/install-registry.ts';
import { INSTALL, type Install, type InstallStore } from '../records/install-store.ts';

/** Installation records, and the registry that requests read them from. */
export interface InstallRecords {
  readonly database: Database;
  readonly installs: InstallStore;
  readonly registry: InstallRegistry;
  /** Desired state, changed in the same transaction. */
  readonly desired: DesiredCommits;
}

/**
 * Begins an operation: what other hosts have changed is read, whether or not they have told of it.
 *
 * @returns fence of the commit
 * @throws DESIRED_FORMAT_NEWER (409)
 */
export async function beginOperation(
  { desired, registry }: Pick<InstallRecords, 'desired' | 'registry'>,
  appCode: string,
): Promise<number> {
  const fence = await desired.fence(appCode);
  await registry.reload();
  return fence;
}

/** @throws INSTALL_NOT_FOUND (404), also for another tenant's record */
export async function ownInstall(
  { installs }: Pick<InstallRecords, 'installs'>,
  installId: number,
): Promise<Install> {
  const install = await installs.byId(installId);
  if (install) return install;
  throw new PlatformError({
    code: 'INSTALL_NOT_FOUND',
    status: 404,
    message: 'This installation does not exist.',
    fix: 'Choose one from the list of installed applications.',
  });
}

/** @throws INSTALL_INCOMPLETE (409) */
export function assertComplete(install: Install): void {
  if (install.status === INSTALL.failed || install.status === INSTALL.installing) {
    throw new PlatformError({
      code: 'INSTALL_INCOMPLETE',
      status: 409,
      message: `The first installation of ${install.appCode} has not succeeded yet.`,
      fix: 'Install it again.',
    });
  }
}
