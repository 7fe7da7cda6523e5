import semver from 'semver';
import { INSTALL, type Install } from '../installs/install-store.ts';
import {
  missingDependencies,
  platformMismatch,
  type MissingDependency,
  type Requirements,
} from '../operations/requirements.ts';

/** What an application on offer is to a tenant. (design 2.3) */
export type OfferState =
  'notInstalled' | 'installed' | 'upgradable' | 'incompatible' | 'disabled' | 'installing' | 'failed';

export interface OfferFacts {
  readonly install: Install | undefined;
  readonly latestVersion: string | null;
  readonly needs: Requirements | undefined;
  readonly platformVersion: string;
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
    case INSTALL.enabled: {
      const newer = latestVersion !== null && semver.gt(latestVersion, install.version);
      return { state: newer ? 'upgradable' : 'installed' };
    }
    case undefined: {
      const obstacle = whyNot(facts);
      return obstacle ? { state: 'incompatible', ...obstacle } : { state: 'notInstalled' };
    }
  }
}

function whyNot({
  needs,
  platformVersion,
  enabled,
}: OfferFacts): { reason: string; missing?: readonly MissingDependency[] } | undefined {
  if (!needs) return undefined;
  const mismatch = platformMismatch(needs, platformVersion);
  if (mismatch !== undefined) return { reason: mismatch };
  const missing = missingDependencies(needs, enabled);
  if (missing.length === 0) return undefined;
  const reason = `It needs ${missing.map(({ appCode, range }) => `${appCode} ${range}`).join(', ')}.`;
  return { reason, missing };
}
