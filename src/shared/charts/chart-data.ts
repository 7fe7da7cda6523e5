/** Data of one chart over time. */
export interface ChartData {
  /** Begin of the first step. */
  readonly from: string;
  readonly stepSeconds: number;
  readonly series: ReadonlyArray<{
    readonly name: string;
    /** One for each step; null where nothing was measured. */
    readonly values: ReadonlyArray<number | null>;
    /** A colour by meaning; without one they follow the palette. */
    readonly tone?: 'bad' | 'warn' | 'good';
  }>;
  /** The moment of each value, where they do not come in steps. */
  readonly moments?: readonly string[];
  /** Bars for single events; default: a line. */
  readonly bars?: boolean;
  /** A value with its unit. */
  readonly text: (value: number) => string;
  /** Values are counts: the axis has no fractions. */
  readonly whole?: boolean;
}

/** Whether there is anything to draw. */
export const isEmptyChart = ({ series }: ChartData): boolean =>
  series.every(({ values }) => values.every((value) => value === null));

/** The chart in words, for people who do not see it: latest, lowest and highest of each series. */
export function describeChart(
  { series, text }: ChartData,
  words: { latest: string; lowest: string; highest: string; none: string },
): string {
  return series
    .map(({ name, values }) => {
      const known = values.filter((value) => value !== null);
      const latest = known.at(-1);
      if (latest === undefined) return `${name}: ${words.none}`;
      const facts = [
        `${words.latest} ${text(latest)}`,
        `${words.lowest} ${text(Math.min(...known))}`,
        `${words.highest} ${text(Math.max(...known))}`,
      ];
      return `${name}: ${facts.join(', ')}`;
    })
    .join('; ');
}
