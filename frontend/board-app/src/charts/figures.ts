/** One thing that is counted, over all labels. */
export interface Series {
  readonly name: string;
  readonly values: readonly number[];
}

/** What a card shows, as a picture and as a table: for each label one value of each series. */
export interface Figures {
  /** What the labels are: days, states. */
  readonly of: string;
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  /** A value as people read it. */
  readonly text: (value: number) => string;
}

/** Nothing to draw: no label, or nothing but zeros. */
export function isEmpty({ series }: Figures): boolean {
  return series.every(({ values }) => values.every((value) => value === 0));
}
