import type { MonitorSeries } from '@platform/host-api';

/** One of the four figures at the top, with its small line. (design 15.2) */
export interface TrafficTile {
  readonly key: 'requests' | 'errors' | 'p95' | 'loop';
  /** Undefined where nothing was measured. */
  readonly value: number | undefined;
  readonly values: ReadonlyArray<number | null>;
  /** Change to the hour before, such as 0.08 for 8 % more; of errors in points of a hundred. */
  readonly change: number | undefined;
  /** More is worse. */
  readonly bad: boolean;
}

type Total = MonitorSeries['total'];

/** Changes below are noise. */
const LEAST = 0.005;

/** The four tiles. Errors are a share of the requests. */
export function trafficTiles({ total, before, host }: MonitorSeries): TrafficTile[] {
  const tile = (
    key: TrafficTile['key'],
    read: (total: Total) => number | null,
    values: TrafficTile['values'],
  ): TrafficTile => {
    const [now, then] = [read(total), before && read(before)];
    return {
      key,
      value: now ?? undefined,
      values,
      change: changeOf(key, now, then),
      bad: key !== 'requests',
    };
  };
  return [
    tile('requests', ({ requests }) => requests, host.requests),
    tile('errors', ({ requests, errors }) => (requests === 0 ? null : errors / requests), host.errors),
    tile('p95', ({ p95Ms }) => p95Ms, host.p95Ms),
    tile('loop', ({ loopDelayMs }) => loopDelayMs, host.loopDelayMs),
  ];
}

function changeOf(key: TrafficTile['key'], now: number | null, then: number | null): number | undefined {
  if (now === null || then === null) return undefined;
  // A share of a share would say little: 0.1 % to 0.2 % is 100 % more.
  if (key === 'errors') return Math.abs(now - then) < LEAST / 10 ? 0 : now - then;
  if (then === 0) return undefined;
  const change = now / then - 1;
  return Math.abs(change) < LEAST ? 0 : change;
}
