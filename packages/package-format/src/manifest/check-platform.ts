import semver from 'semver';
import type { Finding, Severity } from '../finding.ts';
import type { AppManifest } from './schema.ts';

/**
 * Whether a manifest's `platform` takes a version of the platform. (spec: V2)
 *
 * @param severity an error where the application is built for that version, a warning where it is only kept there
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
      message: `/platform: ${platform} rules out ${version}, so that no host of that version installs it.`,
      fix: 'Correct platform in app.json, unless the package is for hosts of another version.',
    },
  ];
}
