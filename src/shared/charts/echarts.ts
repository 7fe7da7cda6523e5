import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, LegendPlainComponent, TooltipComponent } from 'echarts/components';
import { init, use, type EChartsType } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

use([BarChart, LineChart, GridComponent, LegendPlainComponent, TooltipComponent, SVGRenderer]);

/** The used parts of ECharts, fetched with the first chart. */
export function createChart(element: HTMLElement): EChartsType {
  return init(element, undefined, { renderer: 'svg' });
}
