import type { NeededApplication } from '@platform/host-api';
import type { AppManifest } from '@platform/package-format';
import { INSTALL, type Install } from '../records/install-store.ts';
import { isPresent } from './offer.ts';

/** Required and optional dependencies of a manifest. */
export function neededBy(
  manifest: Pick<AppManifest, 'dependencies' | 'optionalDependencies'> | undefined,
  installs: ReadonlyMap<string, Install>,
): NeededApplication[] {
  const codes = Object.keys({ ...manifest?.dependencies, ...manifest?.optionalDependencies });
  return codes.map((appCode) => {
    const install = installs.get(appCode);
    const installedVersion = isPresent(install) ? install.version : null;
    return { appCode, installedVersion, disabled: install?.status === INSTALL.disabled };
  });
}
