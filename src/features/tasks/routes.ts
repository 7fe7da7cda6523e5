import type { FeatureRoute } from '@/shared/page';

export default [
  { under: 'host:tasks/list', path: ':taskId(\\d+)', page: 'detail', titleKey: 'tasks.task' },
] satisfies FeatureRoute[];
