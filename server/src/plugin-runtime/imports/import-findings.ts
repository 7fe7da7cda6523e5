import type { PermissionName } from '@platform/package-format';
import type { LoadFinding } from '../contract/load-finding.ts';
import { SDK } from './import-kind.ts';

export const importForbidden = (source: string, specifier: string, reason: string): LoadFinding => ({
  code: 'PLUGIN_IMPORT_FORBIDDEN',
  message: `${source} imports "${specifier}": ${reason}.`,
  fix: `Use the replacement in ${SDK}.`,
});

export const importWithoutPermission = (
  source: string,
  specifier: string,
  permission: PermissionName,
): LoadFinding => ({
  code: 'PLUGIN_PERMISSION_MISSING',
  message: `${source} imports "${specifier}" without the permission "${permission}".`,
  fix: `Add "${permission}" to permissions in app.json and package again. Administrators see it at installation.`,
});
