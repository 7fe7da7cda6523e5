import semver from 'semver';
import { PlatformError } from '../../kernel/index.ts';
import type { InstallRegistry } from '../records/install-registry.ts';
import { INSTALL } from '../records/install-store.ts';
import { manifestOf, type AppVersion } from '../records/version-store.ts';
import type { EnabledApplications } from '../requirements/enabled-applications.ts';
import type { MarketSource } from '../source/market-source.ts';
import { versionsOnOffer } from '../source/versions-on-offer.ts';

export interface DependencySources {
  readonly enabled: EnabledApplications;
  readonly registry: InstallRegistry;
  readonly source: MarketSource;
}

/**
 * Applications that a version requires and the tenant lacks, in installation order.
 *
 * For each, the highest offered version in range is chosen, deprecated ones last. (design 9.2-11)
 *
 * @throws DEPENDENCY_CYCLE, DEPENDENCY_UNAVAILABLE (409)
 */
export async function missingApplications(
  sources: DependencySources,
  tenantId: string,
  root: AppVersion,
): Promise<AppVersion[]> {
  const enabled = sources.enabled.versions(tenantId);
  const chosen = new Map<string, AppVersion>();
  const visit = async (dependent: AppVersion, ancestors: readonly string[]): Promise<void> => {
    for (const [appCode, range] of Object.entries(manifestOf(dependent).dependencies ?? {})) {
      const path = [...ancestors, appCode];
      if (ancestors.includes(appCode)) throw cycle(path);
      const running = enabled.get(appCode);
      const present = running ?? chosen.get(appCode)?.version;
      if (present !== undefined) {
        if (semver.satisfies(present, range)) continue;
        throw unavailable(dependent, appCode, range, {
          case: running ? 'enabled' : 'taken',
          present,
          reason: `version ${present} ${running ? 'is enabled here' : 'is what another of these applications takes'}`,
        });
      }
      const found = await candidate(sources, tenantId, dependent, appCode, range);
      await visit(found, path);
      chosen.set(appCode, found);
    }
  };
  await visit(root, [root.appCode]);
  return [...chosen.values()];
}

async function candidate(
  { registry, source }: DependencySources,
  tenantId: string,
  dependent: AppVersion,
  appCode: string,
  range: string,
): Promise<AppVersion> {
  const isDisabled = registry
    .of(tenantId)
    .some((install) => install.appCode === appCode && install.status === INSTALL.disabled);
  if (isDisabled)
    throw unavailable(dependent, appCode, range, { case: 'disabled', reason: 'it is disabled here' });
  const listing = await source.listing(appCode);
  const offered = listing?.status === 1 ? versionsOnOffer(await source.versions(appCode), undefined) : [];
  const match = offered.find(({ version }) => semver.satisfies(version, range));
  if (match) return match;
  const versions = offered.map((each) => each.version).join(', ');
  const reason = offered[0]
    ? { case: 'only', offered: versions, reason: `only ${versions} is offered` }
    : { case: 'absent', reason: 'it is not offered' };
  throw unavailable(dependent, appCode, range, reason);
}

function cycle(path: readonly string[]): PlatformError {
  return new PlatformError({
    code: 'DEPENDENCY_CYCLE',
    status: 409,
    message: `These applications depend on each other in a cycle: ${path.join(' → ')}.`,
    fix: 'Ask their publisher to remove one of these dependencies.',
    details: { params: { cycle: path.join(' → ') }, cycle: path },
  });
}

function unavailable(
  { appCode, version }: AppVersion,
  needed: string,
  range: string,
  { reason, ...why }: { case: string; offered?: string; present?: string; reason: string },
): PlatformError {
  return new PlatformError({
    code: 'DEPENDENCY_UNAVAILABLE',
    status: 409,
    message: `${appCode} ${version} needs ${needed} ${range}, and ${reason}.`,
    fix: 'Enable or upgrade the installed application, or publish a version in this range.',
    details: { params: { app: appCode, version, needed, range, ...why }, appCode: needed, range },
  });
}
