import semver from 'semver';
import type { InstallFailure } from '../records/install-failure.ts';
import { INSTALL, type Install } from '../records/install-store.ts';
import type { FailureParams } from '../tasks/task.ts';
import {
  missingDependencies,
  missingParams,
  platformMismatch,
  type MissingDependency,
  type Mismatch,
  type Requirements,
} from '../requirements/requirements.ts';
import { frontendMismatch, type ShellModules } from '../requirements/shell-modules.ts';

/** State of an offer for a tenant. (design 2.3) */
export type OfferState =
  | 'notInstalled'
  | 'installed'
  | 'upgradable'
  | 'incompatible'
  | 'disabled'
  | 'installing'
  | 'failed';

export interface OfferFacts {
  readonly install: Install | undefined;
  readonly latestVersion: string | null;
  readonly needs: Requirements | undefined;
  readonly platformVersion: string;
  /** Modules that the shell shares; undefined when this host serves no shell. */
  readonly shell?: ShellModules | undefined;
  /** Versions by code of the tenant's enabled applications. */
  readonly enabled: ReadonlyMap<string, string>;
}

/** The state, with the reason why the latest version cannot run or the last attempt failed. */
export function offerState(facts: OfferFacts): {
  readonly state: OfferState;
  readonly reason?: string;
  /** Code of the error that says the same. */
  readonly reasonCode?: string;
  /** Values of the reason, for a translation of it. */
  readonly reasonParams?: FailureParams;
  /** Missing dependencies, if they are the only obstacle. */
  readonly missing?: readonly MissingDependency[];
} {
  const { install, latestVersion } = facts;
  switch (install?.status) {
    case INSTALL.installing:
    case INSTALL.upgrading:
    case INSTALL.uninstalling:
      return { state: 'installing' };
    case INSTALL.failed:
      return {
        state: 'failed',
        ...(install.failure ? reasonOf(install.failure) : {}),
      };
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

/** True once the first installation is complete. */
export function isPresent(install: Install | undefined): install is Install {
  return install !== undefined && install.status !== INSTALL.installing && install.status !== INSTALL.failed;
}

/** True when the tenant has an earlier version enabled. */
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
}: OfferFacts): (Reason & { missing?: readonly MissingDependency[] }) | undefined {
  if (!needs) return undefined;
  const platform = platformMismatch(needs, platformVersion);
  if (platform !== undefined) return obstacle('PLATFORM_INCOMPATIBLE', platform);
  const frontend = frontendMismatch(needs, shell);
  if (frontend !== undefined) return obstacle('FRONTEND_INCOMPATIBLE', frontend);
  const missing = missingDependencies(needs, enabled);
  if (missing.length === 0) return undefined;
  const reason = `It needs ${missing.map(({ appCode, range }) => `${appCode} ${range}`).join(', ')}.`;
  return { ...obstacle('DEPENDENCY_MISSING', { reason, params: missingParams(missing) }), missing };
}

interface Reason {
  readonly reason: string;
  readonly reasonCode: string;
  readonly reasonParams?: FailureParams;
}

const obstacle = (reasonCode: string, { reason, params }: Mismatch): Reason => ({
  reason,
  reasonCode,
  reasonParams: { case: 'offer', ...params },
});

const reasonOf = ({ message, code, params }: InstallFailure): Reason => ({
  reason: message,
  reasonCode: code,
  ...(params ? { reasonParams: params } : {}),
});
