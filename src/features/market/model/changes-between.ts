import type { OfferedVersion } from '@platform/host-api';
import { compareVersions } from '@/shared/versions/compare-versions.ts';

/**
 * The versions that an upgrade brings, newest first: above the installed one, up to the offered
 * one.
 */
export function changesBetween(
  versions: readonly OfferedVersion[],
  installed: string,
  offered: string,
): OfferedVersion[] {
  return versions
    .filter(
      ({ version }) => compareVersions(version, installed) > 0 && compareVersions(version, offered) <= 0,
    )
    .toSorted((a, b) => compareVersions(b.version, a.version));
}
