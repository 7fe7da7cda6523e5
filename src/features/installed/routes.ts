import type { FeatureRoute } from '@/shared/page';

export default [
  { under: 'host:installed/list', path: ':appCode', page: 'detail', titleKey: 'installed.detail.title' },
] satisfies FeatureRoute[];
