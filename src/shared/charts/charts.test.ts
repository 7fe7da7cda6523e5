// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { describeChart, isEmptyChart, type ChartData } from './chart-data.ts';
import { lineOption, type Look } from './line-option.ts';
import { roundMoments } from './round-moments.ts';
import { sparkPaths } from './spark-path.ts';

const data = (...values: Array<number | null>): ChartData => ({
  from: '2026-11-23T10:00:00.000Z',
  stepSeconds: 60,
  series: [{ name: 'Requests', values }],
  text: (value) => `${value} a minute`,
});
const words = { latest: 'latest', lowest: 'lowest', highest: 'highest', none: 'no values' };
const look: Look = {
  font: 'Inter',
  text: '#111',
  muted: '#777',
  line: '#ddd',
  surface: '#fff',
  palette: ['#00f', '#0aa'],
  tones: { bad: '#f00', warn: '#fa0', good: '#0a0' },
  still: true,
};

describe('design 15.2: charts', () => {
  it('are told in words', () => {
    expect(describeChart(data(3, null, 8, 5), words)).toBe(
      'Requests: latest 5 a minute, lowest 3 a minute, highest 8 a minute',
    );
    expect(describeChart(data(null), words)).toBe('Requests: no values');
    expect([isEmptyChart(data(null, null)), isEmptyChart(data(0))]).toEqual([true, false]);
  });

  it('have a label for each step, colours of the theme, and gaps where nothing was measured', () => {
    const option = lineOption(data(1, null, 2), look, (at) => at.toISOString().slice(11, 16)) as {
      xAxis: { data: string[] };
      series: Array<{ data: unknown[] }>;
      color: string[];
      legend?: object;
    };
    expect(option.xAxis.data).toEqual(['10:00', '10:01', '10:02']);
    expect(option.series[0]?.data).toEqual([1, null, 2]);
    expect(option.color).toEqual(['#00f', '#0aa']);
    expect(option.legend).toBeUndefined();
  });
});

it('draws a value between gaps as a dot, and nothing on a line', () => {
  const seriesOf = (...values: Array<number | null>) =>
    (
      lineOption(data(...values), look, String) as {
        series: Array<{
          showSymbol: boolean;
          symbolSize: number | ((value: unknown, at: { dataIndex: number }) => number);
        }>;
      }
    ).series[0];
  const dots = seriesOf(null, 4, null, 1, 2, null, 7);
  const { symbolSize } = dots ?? {};
  const sizes = [0, 1, 2, 3, 4, 5, 6].map((dataIndex) =>
    typeof symbolSize === 'function' ? symbolSize(0, { dataIndex }) : undefined,
  );
  expect([dots?.showSymbol, sizes]).toEqual([true, [0, 5, 0, 0, 0, 0, 5]]);
  expect(seriesOf(1, 2, 3)?.showSymbol).toBe(false);
  expect(seriesOf(3)?.showSymbol).toBe(true);
});

it('draws single events as bars, each with its own moment', () => {
  const moments = ['2026-11-23T10:00:00.000Z', '2026-11-23T17:30:00.000Z'];
  const option = lineOption({ ...data(1, 2), bars: true, moments }, look, (at) => at.toISOString()) as {
    xAxis: { data: string[]; boundaryGap: boolean };
    series: Array<{ type: string }>;
  };
  expect(option.xAxis).toMatchObject({ data: moments, boundaryGap: true });
  expect(option.series[0]?.type).toBe('bar');
});

describe('labels of times', () => {
  const labelled = (first: string, stepSeconds: number, count: number): string[] => {
    const start = Date.parse(first);
    const moments = Array.from({ length: count }, (_none, at) => new Date(start + at * stepSeconds * 1_000));
    return [...roundMoments(moments, stepSeconds * 1_000)].map(
      (at) => moments[at]?.toISOString().slice(11, 16) ?? '',
    );
  };

  it('stand at round times, seven at most, wherever the hour begins', () => {
    expect(labelled('2026-11-23T09:02:00.000Z', 60, 60)).toEqual([
      '09:10',
      '09:20',
      '09:30',
      '09:40',
      '09:50',
      '10:00',
    ]);
    expect(labelled('2026-11-23T09:00:30.000Z', 30, 6)).toEqual(['09:01', '09:02', '09:03']);
    // The first step after a round time, where steps begin at odd seconds.
    expect(labelled('2026-11-23T09:00:25.000Z', 60, 60)[0]).toBe('09:00');
  });

  it('are fewer for a day than its hours', () => {
    expect(labelled('2026-11-23T09:12:00.000Z', 24 * 60, 60).length).toBeLessThanOrEqual(7);
  });
});

describe('small lines', () => {
  it('reach from the first to the last value, from zero to the highest', () => {
    expect(sparkPaths([0, 5, 10]).line).toBe('M0 28L50 15L100 2');
  });
  it('have gaps, show a single value, and nothing without any', () => {
    expect(sparkPaths([1, null, 1, 1]).line).toBe('M0 2h0M66.7 2L100 2');
    expect(sparkPaths([1, null, 1, 1]).area).toBe('M66.7 2L100 2L100 30L66.7 30Z');
    expect(sparkPaths([null, null])).toEqual({ line: '', area: '' });
  });
  it('lie on the ground where all is zero', () => {
    expect(sparkPaths([0, 0]).line).toBe('M0 28L100 28');
  });
});
