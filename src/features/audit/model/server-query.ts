import { boundsOf } from '@/shared/ui/time-range.ts';

/** Filters of the pages in the words of the server: a range becomes its ends. */
export function serverQuery(
  query: Readonly<Record<string, unknown>>,
  now: number = Date.now(),
): Record<string, unknown> {
  const { range, outcome, ...rest } = query;
  return {
    ...rest,
    ...boundsOf(typeof range === 'string' ? range : undefined, now),
    ...(outcome === 'failed' || outcome === 'succeeded' ? { failed: outcome === 'failed' } : {}),
  };
}
