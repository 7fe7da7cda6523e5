export { hasPermission, type LoginUser } from './login-user.ts';
