export interface ScrapedValue {
  /** Name of the series where it differs from that of its family. */
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/** A family of metrics with the values of this moment, in the shape of prom-client. */
export interface Scraped {
  readonly name: string;
  readonly help: string;
  /** `gauge`, `counter`, `histogram` or `summary`. */
  readonly type: string;
  /** How the values of several processes become one. */
  readonly aggregator: string;
  readonly values: readonly ScrapedValue[];
}
