import { instantOf } from './local-time.ts';

/** Lengths of the offered ranges in milliseconds, by their names in the address. */
export const RANGES = {
  '1h': 3_600_000,
  '24h': 86_400_000,
  '7d': 7 * 86_400_000,
  '30d': 30 * 86_400_000,
} as const;

/** A search of a log has a range; this is the one that nobody chose. (design 12.1-1) */
export const DEFAULT_RANGE = '7d';
/** Everything that the log still has. */
export const ALL_TIME = 'all';

/** The filters of the server for a range. Either end may be missing. */
export interface TimeBounds {
  beginTime?: string;
  endTime?: string;
}

/**
 * Reads a range of an address: a name of {@link RANGES}, `all`, or `<from>/<to>` in the person's
 * own time zone, as a field for date and time has them. What cannot be read is the default.
 *
 * @param timeZone IANA name; default: the browser's
 */
export function boundsOf(range: string | undefined, now: number, timeZone?: string): TimeBounds {
  if (range === ALL_TIME) return {};
  const own = customOf(range);
  if (own) {
    const [from, to] = own.map((local) => instantOf(local, timeZone));
    return { ...(from ? { beginTime: from } : {}), ...(to ? { endTime: to } : {}) };
  }
  const length = RANGES[range as keyof typeof RANGES] ?? RANGES[DEFAULT_RANGE];
  return { beginTime: new Date(now - length).toISOString() };
}

/** Both ends of a range that was typed, each possibly empty; undefined for a named one. */
export function customOf(range: string | undefined): [from: string, to: string] | undefined {
  if (!range?.includes('/')) return undefined;
  const [from = '', to = ''] = range.split('/');
  return [from, to];
}
