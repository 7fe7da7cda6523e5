export { createPermissionDirective } from './directive.ts';
export { hasPermission } from '@platform/plugin-sdk/permission';
