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

/** Permissions of those who operate the host. */
const OPERATORS = 'monitor:';

/** Whether a permission is of those who operate the host. */
export const isOfOperators = (permission: string): boolean => permission.startsWith(OPERATORS);

/** How permissions begin that a session which looks into a tenant cannot use there. */
export const WITHHELD: readonly string[] = [OPERATORS, ...PLATFORM_ONLY];
