import type { FeatureRoute } from '@/shared/page';

export default [
  { under: 'host:market/list', path: ':appCode', page: 'detail', titleKey: 'market.detail.title' },
] satisfies FeatureRoute[];
