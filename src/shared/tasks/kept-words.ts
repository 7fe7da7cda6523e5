import type { ApplicationData } from './operation-plan.ts';

type Translate = (key: string, values?: Record<string, unknown>) => string;

/** Counts of an application's data besides tables; stored files are named. */
export function keptWords(data: ApplicationData | undefined, t: Translate): string[] {
  if (!data) return [];
  const { objects } = data;
  const counts = (['settings', 'dictionaries', 'tasks', 'unreadNotices', 'readNotices'] as const).flatMap(
    (kind) => (data[kind] === 0 ? [] : [t(`shared.task.plan.kept.${kind}`, { count: data[kind] })]),
  );
  if (objects.count === 0) return counts;
  const more = objects.count > objects.names.length ? ', …' : '';
  const names = objects.names.join(', ') + more;
  return [...counts, t('shared.task.plan.kept.objects', { count: objects.count, names })];
}
