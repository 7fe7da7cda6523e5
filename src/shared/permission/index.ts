export { createPermissionDirective, type PermissionDirective } from './directive.ts';
export { hasPermission } from './has-permission.ts';
