import semver from 'semver';
import { DEPRECATED, PENDING, UNLISTED, type AppVersion } from '../records/version-store.ts';

type OnOffer<V> = V & { readonly status: Exclude<AppVersion['status'], typeof PENDING> };

/**
 * Versions that the market shows, the highest first and deprecated ones last. (design 2.3)
 *
 * @param installed the tenant's version, which is shown even if it is unlisted
 */
export function versionsOnOffer<V extends Pick<AppVersion, 'version' | 'status'>>(
  versions: readonly V[],
  installed: string | undefined,
): OnOffer<V>[] {
  const rank = (version: V): number => (version.status === DEPRECATED ? 1 : 0);
  return versions
    .filter(
      (each): each is OnOffer<V> =>
        each.status !== PENDING && (each.status !== UNLISTED || each.version === installed),
    )
    .sort((a, b) => rank(a) - rank(b) || semver.rcompare(a.version, b.version));
}
