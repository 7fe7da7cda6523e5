import type { ApplicationSeries, HostSeries, MonitorSeries, TrafficTotal } from '@platform/host-api';
import type { Histogram } from '../ring/histogram.ts';
import type { StoredFigures } from '../ring/ring-store.ts';
import type { Load } from '../ring/ring-row.ts';
import type { Summed } from '../ring/summed.ts';
import { entryOf, Traffic } from '../ring/traffic.ts';
import { slotsOf, type Grid, type Slot } from './slots.ts';

interface SeriesParts {
  readonly grid: Grid;
  /** Rows of the grid, and the seconds that each covers. */
  readonly rows: readonly StoredFigures[];
  readonly rowSeconds: number;
  /** Rows of as long a time before; undefined where it is not kept. */
  readonly before: readonly StoredFigures[] | undefined;
  /** One application instead of all. */
  readonly appCode?: string;
}

/** Adds up what several hosts measured. Percentiles are those of all requests together. */
export function seriesOf({ grid, rows, rowSeconds, before, appCode }: SeriesParts): MonitorSeries {
  const slots = slotsOf(rows, grid);
  const earlier = before && applicationsOf(before);
  const applications = [...applicationsOf(rows)]
    .filter(([code]) => appCode === undefined || code === appCode)
    .sort(([, a], [, b]) => b.requests - a.requests)
    .map(([code, total]): ApplicationSeries => ({
      appCode: code,
      ...trafficSeries(slots, (each) => each.applications.get(code)),
      total: totalOf(total),
      before: earlier ? totalOf(earlier.get(code) ?? new Traffic()) : null,
    }));
  return {
    from: new Date(grid.fromMs).toISOString(),
    stepSeconds: grid.stepMs / 1_000,
    nodes: [...new Set(rows.map(({ nodeId }) => nodeId))],
    host: hostSeries(slots, rowSeconds),
    total: hostTotal(rows),
    before: before && before.length > 0 ? hostTotal(before) : null,
    applications,
  };
}

function applicationsOf(rows: readonly StoredFigures[]): Map<string, Traffic> {
  const found = new Map<string, Traffic>();
  for (const { figures } of rows)
    for (const [code, traffic] of figures.applications)
      entryOf(found, code, () => new Traffic()).merge(traffic);
  return found;
}

function hostTotal(rows: readonly StoredFigures[]) {
  const all = new Traffic();
  for (const { figures } of rows) all.merge(figures.all);
  const loopDelayMs = rows.reduce((most, { figures }) => Math.max(most, figures.load.loopDelayMs), 0);
  return { ...totalOf(all), loopDelayMs: rows.length === 0 ? null : rounded(loopDelayMs) };
}

function totalOf({ requests, errors, totalMs, longestMs, durations }: Traffic): TrafficTotal {
  return {
    requests,
    errors,
    meanMs: requests === 0 ? null : rounded(totalMs / requests),
    p95Ms: percentile(durations, 0.95),
    longestMs: requests === 0 ? null : rounded(longestMs),
  };
}

function hostSeries(slots: readonly Slot[], rowSeconds: number): HostSeries {
  const all = slots.map((slot) => together(slot, (each) => each.all));
  /** @param combine the values of the hosts of one slot */
  const loads = (read: (load: Load, each: Summed) => number, combine: (values: number[]) => number) =>
    slots.map((slot) =>
      slot.size === 0 ? null : rounded(combine([...slot.values()].map((each) => read(each.load, each)))),
    );
  return {
    ...trafficSeries(slots, (each) => each.all),
    p50Ms: all.map((traffic) => traffic && percentile(traffic.durations, 0.5)),
    cpuPercent: loads(({ cpuPercent }) => cpuPercent, mean),
    memoryBytes: loads(({ memoryBytes }) => memoryBytes, sum),
    heapBytes: loads(({ heapBytes }) => heapBytes, sum),
    loopDelayMs: loads(({ loopDelayMs }) => loopDelayMs, highest),
    gcPercent: loads(({ gcMs }, { steps }) => gcMs / (steps * rowSeconds * 10), mean),
    poolActive: loads(({ poolActive }) => poolActive, sum),
    poolPending: loads(({ poolPending }) => poolPending, sum),
  };
}

function trafficSeries(slots: readonly Slot[], read: (each: Summed) => Traffic | undefined) {
  const traffics = slots.map((slot) => together(slot, read));
  return {
    requests: traffics.map((traffic) => traffic && traffic.requests),
    errors: traffics.map((traffic) => traffic && traffic.errors),
    meanMs: traffics.map((traffic) =>
      traffic && traffic.requests > 0 ? rounded(traffic.totalMs / traffic.requests) : null,
    ),
    p95Ms: traffics.map((traffic) => traffic && percentile(traffic.durations, 0.95)),
  };
}

/** The requests of all hosts; null where none measured, nothing where none had any. */
function together(slot: Slot, read: (each: Summed) => Traffic | undefined): Traffic | null {
  if (slot.size === 0) return null;
  const all = new Traffic();
  for (const each of slot.values()) {
    const traffic = read(each);
    if (traffic) all.merge(traffic);
  }
  return all;
}

function percentile(durations: Histogram, share: number): number | null {
  const found = durations.percentile(share);
  return found === undefined ? null : rounded(found);
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;
const highest = (values: readonly number[]): number => Math.max(...values);
