export { createPermissionDirective } from './directive.ts';
export { hasPermission } from './has-permission.ts';
