import semver from 'semver';
import { DEPRECATED, PENDING, UNLISTED, type AppVersion } from '../versions/version-store.ts';

/**
 * The versions that the market shows: published ones from the highest down, deprecated ones last, and an unlisted one
 * only to a tenant that has it. (design 2.3)
 */
export function onOffer<V extends Pick<AppVersion, 'version' | 'status'>>(
  versions: readonly V[],
  installed: string | undefined,
): V[] {
  const rank = (version: V): number => (version.status === DEPRECATED ? 1 : 0);
  return versions
    .filter(({ version, status }) => status !== PENDING && (status !== UNLISTED || version === installed))
    .sort((a, b) => rank(a) - rank(b) || semver.rcompare(a.version, b.version));
}
