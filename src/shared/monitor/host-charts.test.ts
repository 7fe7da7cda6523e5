// @vitest-environment node
import type { MonitorSeries } from '@platform/host-api';
import { describe, expect, it } from 'vitest';
import { chartsOf } from './host-charts.ts';

const series = {
  from: '2026-11-23T10:00:00.000Z',
  stepSeconds: 60,
  host: {
    requests: [1, 2],
    errors: [0, 1],
    p50Ms: [3, 4],
    p95Ms: [9, null],
    cpuPercent: [10, 20],
    memoryBytes: [1_000, 2_000],
    heapBytes: [500, 600],
    loopDelayMs: [1, 2],
    gcPercent: [0.5, 0.25],
    poolActive: [0, 2],
    poolPending: [0, 0],
  },
} as unknown as MonitorSeries;
const units = {
  number: String,
  bytes: (value: number) => `${value} B`,
  milliseconds: (value: number) => `${value} ms`,
  percent: (value: number) => `${value} %`,
};

describe('design 12: charts of hosts', () => {
  it('have their units, and errors the colour of what is bad', () => {
    const charts = chartsOf(series, units, (name) => name, true);
    expect(charts.map(({ key, data }) => [key, data.text(5), data.series.map(({ name }) => name)])).toEqual([
      ['requests', '5', ['requests']],
      ['errors', '5', ['errors']],
      ['latency', '5 ms', ['p95', 'p50']],
      ['cpu', '5 %', ['cpu']],
      ['memory', '5 B', ['memory', 'heap']],
      ['loop', '5 ms', ['loop']],
      ['gc', '5 %', ['gc']],
      ['pool', '5', ['active', 'waiting']],
    ]);
    expect(charts[1]?.data.series[0]).toMatchObject({ tone: 'bad', values: [0, 1] });
  });

  it('leave connections out for a database without any', () => {
    expect(chartsOf(series, units, (name) => name, false).map(({ key }) => key)).not.toContain('pool');
  });
});
