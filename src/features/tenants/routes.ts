import type { FeatureRoute } from '@/shared/page';

export default [
  {
    under: 'host:tenants/list',
    path: ':tenantId([A-Za-z0-9][\\w-]*)',
    page: 'detail',
    titleKey: 'tenants.pageTitle',
    permission: 'system:tenant:query',
  },
] satisfies FeatureRoute[];
