export type { ChartData } from './chart-data.ts';
