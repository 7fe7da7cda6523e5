import { PlatformError } from '../../kernel/index.ts';
import { PENDING, UNLISTED, type AppVersion } from '../records/version-store.ts';

/**
 * Published and deprecated versions may be installed; the latter with a warning. (design 2.3)
 *
 * @throws VERSION_NOT_PUBLISHED, VERSION_UNLISTED (409)
 */
export function assertOffered(version: AppVersion): void {
  assertPublished(version);
  if (version.status !== UNLISTED) return;
  throw new PlatformError({
    code: 'VERSION_UNLISTED',
    status: 409,
    message: `${version.appCode} ${version.version} is no longer available.`,
    fix: 'Choose another version, or restore this one in the console.',
    details: { params: { app: version.appCode, version: version.version } },
  });
}

/** @throws VERSION_NOT_PUBLISHED (409) */
export function assertPublished({ appCode, version, status }: AppVersion): void {
  if (status !== PENDING) return;
  throw new PlatformError({
    code: 'VERSION_NOT_PUBLISHED',
    status: 409,
    message: `${appCode} ${version} is not published.`,
    fix: 'Publish it in the console first.',
    details: { params: { app: appCode, version } },
  });
}

/** @returns VERSION_NOT_FOUND (404) */
export function versionNotFound(appCode: string, version: string | null): PlatformError {
  return new PlatformError({
    code: 'VERSION_NOT_FOUND',
    status: 404,
    message:
      version === null ? `No version of ${appCode} is available.` : `${appCode} has no version ${version}.`,
    fix: 'Choose one of the versions listed in the market.',
    details: { params: { app: appCode, ...(version === null ? { case: 'none' } : { version }) } },
  });
}

/** @returns VERSION_LOWER (409) */
export function versionLower(appCode: string, current: string, wanted: string): PlatformError {
  return new PlatformError({
    code: 'VERSION_LOWER',
    status: 409,
    message: `${appCode} is at ${current}; ${wanted} is lower.`,
    fix: 'Choose a higher version: migrations only go up.',
    details: { params: { app: appCode, current, wanted } },
  });
}

/** @returns APP_NOT_FOUND (404) */
export function appNotFound(appCode: string): PlatformError {
  return new PlatformError({
    code: 'APP_NOT_FOUND',
    status: 404,
    message: `Application ${appCode} does not exist.`,
    fix: 'Choose one of the applications listed in the market.',
  });
}
