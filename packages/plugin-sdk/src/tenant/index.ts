export { TenantContext } from './tenant-context.ts';
