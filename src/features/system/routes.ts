import type { FeatureRoute } from '@/shared/page';

export default [
  {
    under: 'host:system/users',
    path: ':userId(\\d+)',
    page: 'user',
    titleKey: 'system.user.column',
    permission: 'system:user:query',
  },
  {
    under: 'host:system/roles',
    path: ':roleId(\\d+)',
    page: 'role',
    titleKey: 'system.role.pageTitle',
    permission: 'system:role:query',
  },
] satisfies FeatureRoute[];
