import type { StateName } from '@/shared/ui/state.ts';
import { compareVersions } from '@/shared/versions/compare-versions.ts';
import type { Install } from '../api/install.ts';

const states: Readonly<Record<Install['status'], StateName>> = {
  0: 'disabled',
  1: 'enabled',
  2: 'installing',
  3: 'upgrading',
  4: 'uninstalling',
  9: 'failed',
};

/** The word for `app_install.status` (design 2.1). */
export function installState(install: Pick<Install, 'status'>): StateName {
  return states[install.status];
}

export function isBusy(install: Pick<Install, 'status'>): boolean {
  return install.status >= 2 && install.status <= 4;
}

/** The pending version failed here before. */
export function hasFailedBefore(install: Pick<Install, 'version' | 'latestVersion' | 'failed'>): boolean {
  return install.failed?.version !== undefined && install.failed.version === waitingVersion(install);
}

/** The version that waits to be upgraded to. */
export function waitingVersion(install: Pick<Install, 'version' | 'latestVersion'>): string | undefined {
  const { latestVersion, version } = install;
  return latestVersion && compareVersions(latestVersion, version) > 0 ? latestVersion : undefined;
}
