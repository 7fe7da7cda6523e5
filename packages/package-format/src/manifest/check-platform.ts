import semver from 'semver';
import type { Finding, Severity } from '../finding.ts';
import type { AppManifest } from './schema.ts';

/**
 * Whether the manifest's `platform` range includes a version of the platform. (spec: V2)
 *
 * @param severity error for the version it is built for, warning for a host that only stores it
 */
export function platformFindings(
  { platform }: Pick<AppManifest, 'platform'>,
  version: string,
  severity: Severity,
): Finding[] {
  if (platform === undefined || semver.validRange(platform) === null || semver.satisfies(version, platform))
    return [];
  return [
    {
      code: 'PLATFORM_RANGE_UNMET',
      severity,
      entry: 'app.json',
      pointer: '/platform',
      message: `/platform: ${platform} excludes ${version}, so no host of that version installs the package.`,
      fix: 'Correct platform in app.json, unless the package is for hosts of another version.',
    },
  ];
}
