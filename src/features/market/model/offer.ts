import type { Offer } from '@platform/host-api';
import { compareVersions } from '@/shared/versions/compare-versions.ts';

/** Action of an application's primary button. */
export type OfferAction =
  /** `needs`: applications that are installed first. */
  | { kind: 'install'; version: string; needs?: readonly string[] }
  | { kind: 'upgrade'; version: string; installId: number }
  | { kind: 'open' }
  /** Something blocks it; the page names the reason. */
  | { kind: 'none' };

export interface OfferRights {
  install: boolean;
  upgrade: boolean;
}

/**
 * The offer for an application, or for one of its versions, within what the person may do. A
 * failed state is that of a first installation (design 9.7, 42), which is begun again.
 */
export function offerOf(
  app: Pick<Offer, 'state' | 'latestVersion' | 'installId' | 'installedVersion' | 'missing'>,
  rights: OfferRights,
  version = app.latestVersion,
): OfferAction {
  const none = { kind: 'none' } as const;
  if (!version || app.state === 'installing') return none;
  if (app.state === 'incompatible') {
    const { missing = [] } = app;
    const isToBeHad = missing.length > 0 && missing.every(({ installed }) => installed === null);
    const needs = missing.map(({ appCode }) => appCode);
    return isToBeHad && rights.install ? { kind: 'install', version, needs } : none;
  }
  if (app.state === 'failed' || !app.installedVersion || !app.installId) {
    return rights.install ? { kind: 'install', version } : none;
  }
  if (compareVersions(version, app.installedVersion) > 0 && rights.upgrade) {
    return { kind: 'upgrade', version, installId: app.installId };
  }
  return app.state === 'disabled' ? none : { kind: 'open' };
}
