import semver from 'semver';
import { PlatformError } from '../../kernel/index.ts';
import { onOffer } from '../storefront/on-offer.ts';
import { manifestOf, type AppVersion } from '../versions/version-store.ts';
import { enabledVersions } from './enabled.ts';
import type { OperationServices } from './services.ts';

/**
 * The applications that a version needs and the tenant lacks, each after those that it needs itself. For each the
 * highest version on offer that fits is taken, deprecated ones last. (design 9.2-11)
 *
 * @throws DEPENDENCY_CYCLE, DEPENDENCY_UNAVAILABLE (409)
 */
export async function neededApplications(
  services: OperationServices,
  tenantId: string,
  root: AppVersion,
): Promise<AppVersion[]> {
  const enabled = enabledVersions(services, tenantId);
  const chosen = new Map<string, AppVersion>();
  const visit = async (needing: AppVersion, path: readonly string[]): Promise<void> => {
    for (const [appCode, range] of Object.entries(manifestOf(needing).dependencies ?? {})) {
      const way = [...path, appCode];
      if (path.includes(appCode)) throw cycle(way);
      const there = enabled.get(appCode) ?? chosen.get(appCode)?.version;
      if (there !== undefined) {
        if (!semver.satisfies(there, range))
          throw unavailable(needing, appCode, range, `it is at ${there} here`);
        continue;
      }
      const found = await candidate(services, tenantId, needing, appCode, range);
      await visit(found, way);
      chosen.set(appCode, found);
    }
  };
  await visit(root, [root.appCode]);
  return [...chosen.values()];
}

async function candidate(
  { registry, source }: OperationServices,
  tenantId: string,
  needing: AppVersion,
  appCode: string,
  range: string,
): Promise<AppVersion> {
  const isDisabled = registry
    .of(tenantId)
    .some((install) => install.appCode === appCode && install.status === 0);
  if (isDisabled) throw unavailable(needing, appCode, range, 'it is disabled here');
  const listing = await source.listing(appCode);
  const offered = listing?.status === 1 ? onOffer(await source.versions(appCode), undefined) : [];
  const fits = offered.find(({ version }) => semver.satisfies(version, range));
  if (fits) return fits;
  const other = offered[0]
    ? `only ${offered.map(({ version }) => version).join(', ')} is offered`
    : 'it is not offered';
  throw unavailable(needing, appCode, range, other);
}

function cycle(way: readonly string[]): PlatformError {
  return new PlatformError({
    code: 'DEPENDENCY_CYCLE',
    status: 409,
    message: `These applications need each other in a circle: ${way.join(' → ')}.`,
    fix: 'Tell their publisher: one of them must do without the other.',
    details: { cycle: way },
  });
}

function unavailable(
  { appCode, version }: AppVersion,
  needed: string,
  range: string,
  why: string,
): PlatformError {
  return new PlatformError({
    code: 'DEPENDENCY_UNAVAILABLE',
    status: 409,
    message: `${appCode} ${version} needs ${needed} ${range}, and ${why}.`,
    fix: 'Enable or upgrade it where it is installed, or have a version published that fits.',
    details: { appCode: needed, range },
  });
}
