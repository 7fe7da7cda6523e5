import type { FeatureRoute } from '@/shared/page';

export default [
  { under: 'host:nodes/list', path: ':nodeId', page: 'detail', titleKey: 'nodes.machine' },
] satisfies FeatureRoute[];
