export { AuthIgnore, Permission, type AccessDecorator, type PermissionName } from './access.ts';
export { LoginHelper } from './login-helper.ts';
export { hasPermission, permissionCheck, type PermissionHolder } from './has-permission.ts';
export type { LoginUser } from './login-user.ts';
