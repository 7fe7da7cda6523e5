interface Record {
  readonly id: number;
  readonly key: string;
  readonly name: string;
}

/** Records that a file names by their keys or by their names. */
export class Named {
  readonly #byKey: ReadonlyMap<string, number>;
  readonly #byName: ReadonlyMap<string, readonly Record[]>;

  constructor(records: readonly Record[]) {
    this.#byKey = new Map(records.map(({ id, key }) => [key, id]));
    this.#byName = Map.groupBy(records, ({ name }) => name);
  }

  /** A key comes before a name; undefined for an unknown one, and for a name that several have. */
  idOf(word: string): number | undefined {
    const [only, another] = this.#byName.get(word) ?? [];
    return this.#byKey.get(word) ?? (another ? undefined : only?.id);
  }

  isAmbiguous(word: string): boolean {
    return !this.#byKey.has(word) && (this.#byName.get(word)?.length ?? 0) > 1;
  }

  /** Words of a field, separated by commas or semicolons, or by spaces where names have none. */
  wordsOf(text: string): string[] {
    const parts = text.split(/[,;|、，；\r\n]+/).map((part) => part.trim());
    const words = parts.flatMap((part) =>
      this.idOf(part) !== undefined || this.isAmbiguous(part) ? [part] : part.split(/\s+/),
    );
    return [...new Set(words)].filter((word) => word !== '');
  }
}
