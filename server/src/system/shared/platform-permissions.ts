/** Permissions of the platform's own tenant, which administrators of other tenants do not get. */
const PLATFORM_ONLY = [
  'app:console:',
  'system:tenant:',
  'system:ossConfig:',
  'system:loginProvider:',
  'system:menu:add',
  'system:menu:edit',
  'system:menu:remove',
];

/** Whether a permission is of use in the platform's own tenant alone. */
export const isOfPlatform = (permission: string): boolean =>
  PLATFORM_ONLY.some((prefix) => permission.startsWith(prefix));
