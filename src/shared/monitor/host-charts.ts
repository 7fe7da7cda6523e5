import type { MonitorSeries } from '@platform/host-api';
import type { ChartData } from '../charts/index.ts';
import type { Units } from './use-units.ts';

/** One chart, by the keys of its title and series. */
export interface Chart {
  readonly key: string;
  readonly data: ChartData;
}

type Values = ReadonlyArray<number | null>;

/**
 * The charts of hosts. @param name the word of a series @param withPool an embedded database has
 * no connections
 */
export function chartsOf(
  { from, stepSeconds, host }: MonitorSeries,
  units: Units,
  name: (series: string) => string,
  withPool: boolean,
): Chart[] {
  const chart = (
    key: string,
    text: (value: number) => string,
    series: Readonly<Record<string, Values>>,
    tone?: 'bad',
  ): Chart => ({
    key,
    data: {
      from,
      stepSeconds,
      text,
      whole: text === units.number,
      series: Object.entries(series).map(([each, values]) => ({
        name: name(each),
        values,
        ...(tone ? { tone } : {}),
      })),
    },
  });
  return [
    chart('requests', units.number, { requests: host.requests }),
    chart('errors', units.number, { errors: host.errors }, 'bad'),
    chart('latency', units.milliseconds, { p95: host.p95Ms, p50: host.p50Ms }),
    chart('cpu', units.percent, { cpu: host.cpuPercent }),
    chart('memory', units.bytes, { memory: host.memoryBytes, heap: host.heapBytes }),
    chart('loop', units.milliseconds, { loop: host.loopDelayMs }),
    chart('gc', units.percent, { gc: host.gcPercent }),
    ...(withPool
      ? [chart('pool', units.number, { active: host.poolActive, waiting: host.poolPending })]
      : []),
  ];
}
