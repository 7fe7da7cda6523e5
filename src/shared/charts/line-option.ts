import type { EChartsCoreOption } from 'echarts/core';
import type { ChartData } from './chart-data.ts';
import { roundMoments } from './round-moments.ts';

/** The theme as values instead of CSS variables, which ECharts does not read. */
export interface Look {
  readonly font: string;
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly surface: string;
  /** Colours of series in order of use. */
  readonly palette: readonly string[];
  readonly tones: Readonly<Record<'bad' | 'warn' | 'good', string>>;
  /** Without motion. */
  readonly still: boolean;
}

/** Reads the current theme at an element. */
export function readLook(element: Element, still: boolean): Look {
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  return {
    font: style.fontFamily,
    text: token('--text'),
    muted: token('--text-muted'),
    line: token('--line'),
    surface: token('--surface-raised'),
    palette: ['--accent-text', '--text-faint', '--good', '--warn'].map(token),
    tones: { bad: token('--bad'), warn: token('--warn'), good: token('--good') },
    still,
  };
}

/** Options of ECharts for lines over time. @param timeOf the label of a moment */
export function lineOption(data: ChartData, look: Look, timeOf: (at: Date) => string): EChartsCoreOption {
  const moments = momentsOf(data);
  const round = data.moments ? undefined : roundMoments(moments, data.stepSeconds * 1_000);
  return {
    animation: false,
    color: [...look.palette],
    textStyle: { fontFamily: look.font, color: look.text },
    // Half of a label's width is to the right of the last round time.
    grid: { left: 4, right: 16, top: data.series.length > 1 ? 28 : 10, bottom: 0, containLabel: true },
    ...(data.series.length > 1
      ? {
          legend: {
            top: 0,
            left: 0,
            icon: 'circle',
            itemWidth: 8,
            itemHeight: 8,
            textStyle: { color: look.muted },
          },
        }
      : {}),
    tooltip: {
      trigger: 'axis',
      confine: true,
      transitionDuration: look.still ? 0 : 0.12,
      backgroundColor: look.surface,
      borderColor: look.line,
      textStyle: { color: look.text, fontFamily: look.font, fontSize: 13 },
      valueFormatter: (value: unknown) => (typeof value === 'number' ? data.text(value) : '–'),
    },
    xAxis: {
      type: 'category',
      data: moments.map(timeOf),
      boundaryGap: data.bars === true,
      axisLine: { lineStyle: { color: look.line } },
      axisTick: { show: false },
      axisLabel: {
        color: look.muted,
        hideOverlap: true,
        margin: 10,
        alignMaxLabel: 'right',
        ...(round ? { interval: (index: number) => round.has(index) } : {}),
      },
    },
    yAxis: {
      type: 'value',
      min: 0,
      ...(data.whole ? { minInterval: 1 } : {}),
      splitNumber: 3,
      axisLabel: { color: look.muted, hideOverlap: true, formatter: data.text },
      splitLine: { lineStyle: { color: look.line } },
    },
    series: data.series.map(({ name, values, tone }) => ({
      ...(data.bars ? bar : lineOf(values)),
      name,
      data: [...values],
      ...(tone ? { itemStyle: { color: look.tones[tone] } } : {}),
    })),
  };
}

const bar = { type: 'bar', stack: 'all', barMaxWidth: 18 } as const;

const DOT = 5;

/** A value between gaps is no line: it is drawn as a dot. */
function lineOf(values: ReadonlyArray<number | null>) {
  const isKnown = (at: number): boolean => typeof values[at] === 'number';
  const isAlone = (at: number): boolean => isKnown(at) && !isKnown(at - 1) && !isKnown(at + 1);
  const hasDots = values.some((_value, at) => isAlone(at));
  return {
    type: 'line',
    showSymbol: hasDots,
    symbolSize: hasDots
      ? (_value: unknown, { dataIndex }: { dataIndex: number }) => (isAlone(dataIndex) ? DOT : 0)
      : DOT,
    lineStyle: { width: 1.75 },
    areaStyle: { opacity: 0.1 },
  };
}

function momentsOf({ from, stepSeconds, series, moments }: ChartData): Date[] {
  if (moments) return moments.map((moment) => new Date(moment));
  const count = Math.max(0, ...series.map(({ values }) => values.length));
  const first = Date.parse(from);
  return Array.from({ length: count }, (_none, at) => new Date(first + at * stepSeconds * 1_000));
}
