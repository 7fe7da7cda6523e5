import type { AppManifest } from '@platform/package-format';
import { manifestOf } from '../versions/version-store.ts';
import type { OperationServices } from './services.ts';

type Known = Pick<OperationServices, 'registry' | 'placement' | 'versions'>;

/** The version that runs of each application that a tenant has enabled; one for all tenants. (design 9.2-10) */
export function enabledVersions(
  { registry, placement }: Pick<Known, 'registry' | 'placement'>,
  tenantId: string,
): Map<string, string> {
  return new Map(
    registry
      .enabledIn(tenantId)
      .map(({ appCode, version }) => [appCode, placement.record(appCode)?.version ?? version]),
  );
}

/** Their manifests. */
export async function enabledManifests(services: Known, tenantId: string): Promise<AppManifest[]> {
  const wanted = [...enabledVersions(services, tenantId)].map(([appCode, version]) => ({ appCode, version }));
  const known = await services.versions.manifests(wanted);
  return wanted.flatMap(({ appCode, version }) => {
    const found = known.get(`${appCode}@${version}`);
    return found ? [manifestOf(found)] : [];
  });
}
