import { boundsOf } from '@/shared/ui/time-range.ts';

/**
 * Filters of the pages in the words of the server: a range becomes its ends.
 *
 * @param timeZone of a range that was typed; default: the browser's
 */
export function serverQuery(
  query: Readonly<Record<string, unknown>>,
  timeZone?: string,
  now: number = Date.now(),
): Record<string, unknown> {
  const { range, outcome, ...rest } = query;
  return {
    ...rest,
    ...boundsOf(typeof range === 'string' ? range : undefined, now, timeZone),
    ...(outcome === 'failed' || outcome === 'succeeded' ? { failed: outcome === 'failed' } : {}),
  };
}
