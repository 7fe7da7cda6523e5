/** One family of values that are read at a scrape. */
export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'gauge' | 'counter';
  /** How the values of several workers become one. Default: sum */
  readonly aggregator?: 'sum' | 'max' | 'min';
  /** It is the same for all workers of a machine, so that only the one that is asked reads it. */
  readonly isShared?: true;
  read(): readonly Sample[] | Promise<readonly Sample[]>;
}

export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

export const single = (value: number): Sample[] => [{ value }];

/** Values that several families share, read once for each scrape. */
export class PerScrape<T> {
  readonly #read: () => T;
  #kept: { readonly value: T } | undefined;

  constructor(read: () => T) {
    this.#read = read;
  }

  get(): T {
    return (this.#kept ??= { value: this.#read() }).value;
  }

  /** Begins another scrape. */
  reset(): void {
    this.#kept = undefined;
  }
}
