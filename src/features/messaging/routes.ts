import type { FeatureRoute } from '@/shared/page';

export default [
  { under: 'host:messaging/list', path: ':queue', page: 'queue', titleKey: 'messaging.queue.title' },
] satisfies FeatureRoute[];
