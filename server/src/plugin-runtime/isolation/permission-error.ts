import type { PermissionName } from '@platform/package-format';
import { PlatformError } from '../../kernel/index.ts';

/** What an application gets that reaches for something which its manifest does not ask for. (design 9.4-19, 9.7-41) */
export function permissionMissing(appCode: string, what: string, permission: PermissionName): PlatformError {
  return new PlatformError({
    code: 'PLUGIN_PERMISSION_MISSING',
    message: `Application ${appCode} may not ${what}: it has no permission "${permission}" for that.`,
    fix: `Add it to permissions in app.json and package again; whoever installs the application is shown it.`,
  });
}
