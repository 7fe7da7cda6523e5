import { BarChart, LineChart, PieChart } from 'echarts/charts';
import { GridComponent, LegendPlainComponent, TooltipComponent } from 'echarts/components';
import { init, use, type EChartsType } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

use([BarChart, LineChart, PieChart, GridComponent, LegendPlainComponent, TooltipComponent, SVGRenderer]);

/** The parts of ECharts that the board draws with; imported when the first picture is drawn, not with the page. */
export function createChart(element: HTMLElement): EChartsType {
  return init(element, undefined, { renderer: 'svg' });
}
