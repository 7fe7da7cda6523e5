export { createPermissionDirective } from './directive.ts';
export { permissionCheck } from '@platform/plugin-sdk/permission';
