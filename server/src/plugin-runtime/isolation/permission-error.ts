import type { PermissionName } from '@platform/package-format';
import { PlatformError } from '../../kernel/index.ts';

/** The error for an access that the manifest does not request. (design 9.4-19, 9.7-41) */
export function permissionMissing(appCode: string, what: string, permission: PermissionName): PlatformError {
  return new PlatformError({
    code: 'PLUGIN_PERMISSION_MISSING',
    message: `Application ${appCode} may not ${what}: the permission "${permission}" is missing.`,
    fix: `Add it to permissions in app.json and package again. Administrators see it at installation.`,
  });
}
