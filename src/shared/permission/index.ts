export { createPermissionDirective } from './directive.ts';

/** The permission that includes all others, also those of applications that are installed later. */
export const ALL_PERMISSIONS = '*:*:*';
export { permissionCheck } from '@platform/plugin-sdk/permission';
