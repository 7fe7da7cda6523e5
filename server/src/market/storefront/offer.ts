import semver from 'semver';
import { INSTALL, type Install } from '../installs/install-store.ts';
import {
  missingDependencies,
  platformMismatch,
  type MissingDependency,
  type Requirements,
} from '../operations/requirements.ts';
import { frontendMismatch, type ShellModules } from '../shell-modules.ts';

/** What an application on offer is to a tenant. (design 2.3) */
export type OfferState =
  'notInstalled' | 'installed' | 'upgradable' | 'incompatible' | 'disabled' | 'installing' | 'failed';

export interface OfferFacts {
  readonly install: Install | undefined;
  readonly latestVersion: string | null;
  readonly needs: Requirements | undefined;
  readonly platformVersion: string;
  /** What frontends get from the shell; undefined where this host serves none. */
  readonly shell?: ShellModules | undefined;
  /** Version by code of the applications that are enabled for the tenant. */
  readonly enabled: ReadonlyMap<string, string>;
}

/** @returns the state, and the reason where the latest version cannot run here or the last try failed */
export function offerState(facts: OfferFacts): {
  readonly state: OfferState;
  readonly reason?: string;
  /** Only these applications stand in the way. */
  readonly missing?: readonly MissingDependency[];
} {
  const { install, latestVersion } = facts;
  switch (install?.status) {
    case INSTALL.installing:
    case INSTALL.upgrading:
    case INSTALL.uninstalling:
      return { state: 'installing' };
    case INSTALL.failed:
      return { state: 'failed', ...(install.failure ? { reason: install.failure.message } : {}) };
    case INSTALL.disabled:
      return { state: 'disabled' };
    case INSTALL.enabled:
      return { state: hasUpdate(install, latestVersion) ? 'upgradable' : 'installed' };
    case undefined: {
      const obstacle = whyNot(facts);
      return obstacle ? { state: 'incompatible', ...obstacle } : { state: 'notInstalled' };
    }
  }
}

/** True for an application that the tenant has: its first installation is complete, and it has not gone. */
export function isPresent(install: Install | undefined): install is Install {
  return install !== undefined && install.status !== INSTALL.installing && install.status !== INSTALL.failed;
}

/** True where the tenant has it enabled, in an earlier version than the latest. */
export function hasUpdate(install: Install | undefined, latestVersion: string | null): boolean {
  return (
    install?.status === INSTALL.enabled && latestVersion !== null && semver.gt(latestVersion, install.version)
  );
}

function whyNot({
  needs,
  platformVersion,
  shell,
  enabled,
}: OfferFacts): { reason: string; missing?: readonly MissingDependency[] } | undefined {
  if (!needs) return undefined;
  const mismatch = platformMismatch(needs, platformVersion) ?? frontendMismatch(needs, shell);
  if (mismatch !== undefined) return { reason: mismatch };
  const missing = missingDependencies(needs, enabled);
  if (missing.length === 0) return undefined;
  const reason = `It needs ${missing.map(({ appCode, range }) => `${appCode} ${range}`).join(', ')}.`;
  return { reason, missing };
}
