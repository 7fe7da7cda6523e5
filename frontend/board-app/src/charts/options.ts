import type { EChartsCoreOption } from 'echarts/core';
import type { Figures } from './figures.ts';
import type { Look } from './look.ts';

/** Chart type: over time, as bars, or as shares of a ring. */
export type ChartKind = 'days' | 'rows' | 'ring';

type Drawing = (figures: Figures, look: Look) => EChartsCoreOption;

const GRID = { left: 4, right: 12, top: 8, bottom: 0, containLabel: true };

/** The options for ECharts. */
export function optionOf(kind: ChartKind, figures: Figures, look: Look): EChartsCoreOption {
  return { ...common(figures, look), ...DRAWINGS[kind](figures, look) };
}

const DRAWINGS: Readonly<Record<ChartKind, Drawing>> = {
  days: (figures, look) => ({
    grid: GRID,
    xAxis: { type: 'category', data: figures.labels, boundaryGap: false, ...axis(look) },
    yAxis: { type: 'value', ...values(figures, look) },
    series: figures.series.map(({ name, values: data }) => ({
      type: 'line',
      name,
      data,
      smooth: 0.3,
      smoothMonotone: 'x',
      showSymbol: data.length === 1,
      lineStyle: { width: 2 },
      areaStyle: { opacity: 0.12 },
    })),
  }),
  rows: (figures, look) => ({
    grid: { ...GRID, top: figures.series.length > 1 ? 28 : GRID.top },
    ...(figures.series.length > 1 ? { legend: legend(look, { top: 0, left: 0 }) } : {}),
    xAxis: { type: 'value', ...values(figures, look) },
    yAxis: { type: 'category', data: figures.labels, inverse: true, ...axis(look) },
    series: figures.series.map(({ name, values: data }) => ({
      type: 'bar',
      name,
      data,
      stack: 'all',
      barMaxWidth: 18,
      itemStyle: { borderRadius: 3 },
    })),
  }),
  ring: (figures, look) => ({
    legend: legend(look, { bottom: 0 }),
    series: figures.series.map(({ name, values: data }) => ({
      type: 'pie',
      name,
      data: data.map((value, at) => ({ value, name: figures.labels[at] })),
      radius: ['52%', '74%'],
      center: ['50%', '44%'],
      itemStyle: { borderColor: look.surface, borderWidth: 2 },
      label: { show: false },
    })),
  }),
};

function common(figures: Figures, look: Look): EChartsCoreOption {
  return {
    animation: !look.still,
    animationDuration: 180,
    animationDurationUpdate: 180,
    color: [...look.palette],
    textStyle: { fontFamily: look.font, color: look.text },
    tooltip: {
      trigger: figures.series.length > 1 || figures.labels.length > 8 ? 'axis' : 'item',
      confine: true,
      transitionDuration: look.still ? 0 : 0.12,
      backgroundColor: look.surface,
      borderColor: look.line,
      textStyle: { color: look.text, fontFamily: look.font, fontSize: 13 },
      valueFormatter: (value: unknown) => figures.text(Number(value)),
    },
  };
}

const axis = (look: Look) => ({
  axisLine: { lineStyle: { color: look.line } },
  axisTick: { show: false },
  axisLabel: { color: look.muted, hideOverlap: true },
});

const values = (figures: Figures, look: Look) => ({
  minInterval: 1,
  splitNumber: 4,
  axisLabel: { color: look.muted, hideOverlap: true, formatter: figures.text },
  splitLine: { lineStyle: { color: look.line } },
});

const legend = (look: Look, place: object) => ({
  ...place,
  icon: 'circle',
  itemWidth: 8,
  itemHeight: 8,
  textStyle: { color: look.muted },
});
