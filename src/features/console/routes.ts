import type { FeatureRoute } from '@/shared/page';

export default [
  {
    under: 'host:console/list',
    path: 'upload',
    page: 'upload',
    titleKey: 'console.upload.title',
    permission: 'app:console:add',
  },
  {
    under: 'host:console/list',
    path: 'catalog-tokens',
    page: 'tokens',
    titleKey: 'console.tokens.title',
  },
  {
    under: 'host:console/list',
    path: 'trusted-keys',
    page: 'keys',
    titleKey: 'console.keys.title',
  },
  {
    under: 'host:console/list',
    path: ':appId(\\d+)',
    page: 'detail',
    titleKey: 'console.detail.title',
    permission: 'app:console:query',
  },
] satisfies FeatureRoute[];
