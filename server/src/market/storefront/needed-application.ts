import type { AppManifest } from '@platform/package-format';
import { INSTALL, type Install } from '../installs/install-store.ts';
import { isPresent } from './offer.ts';

/** What a tenant has of an application that another one names. */
export interface NeededApplication {
  readonly appCode: string;
  /** Null where the tenant does not have it. */
  readonly installedVersion: string | null;
  /** It is there, but nobody can use it. */
  readonly disabled: boolean;
}

/** Every application that a manifest requires or would use. */
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
