/** A data series over all labels. */
export interface Series {
  readonly name: string;
  readonly values: readonly number[];
}

/** Figures of a card for chart and table: for each label one value per series. */
export interface Figures {
  /** Kind of the labels: days, states. */
  readonly of: string;
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  /** Formats a value. */
  readonly text: (value: number) => string;
}

/** Whether there is nothing to draw: no labels, or only zeros. */
export function isEmpty({ series }: Figures): boolean {
  return series.every(({ values }) => values.every((value) => value === 0));
}
