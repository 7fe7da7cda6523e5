type Data<T> = { [K in keyof T as T[K] extends (...args: never[]) => unknown ? never : K]: T[K] };

/** Fields of a row, all optional; methods of the entity left out. */
export type RowData<T> = Partial<Data<T>>;

/** Name of a mapped field. */
export type FieldOf<T> = keyof Data<T> & string;

/** Conditions that all have to hold. A value of `undefined` leaves its condition out. */
export interface Conditions<T> {
  eq<K extends FieldOf<T>>(field: K, value: T[K] | undefined): this;
  ne<K extends FieldOf<T>>(field: K, value: T[K] | undefined): this;
  gt<K extends FieldOf<T>>(field: K, value: T[K] | undefined): this;
  ge<K extends FieldOf<T>>(field: K, value: T[K] | undefined): this;
  lt<K extends FieldOf<T>>(field: K, value: T[K] | undefined): this;
  le<K extends FieldOf<T>>(field: K, value: T[K] | undefined): this;
  /** An empty list matches nothing. */
  in<K extends FieldOf<T>>(field: K, values: readonly T[K][] | undefined): this;
  notIn<K extends FieldOf<T>>(field: K, values: readonly T[K][] | undefined): this;
  /** Contains the text, regardless of case; `%` and `_` in it are ordinary characters. */
  like(field: FieldOf<T>, text: string | undefined): this;
  /** Ends with the text. */
  likeLeft(field: FieldOf<T>, text: string | undefined): this;
  /** Begins with the text. */
  likeRight(field: FieldOf<T>, text: string | undefined): this;
  /** From `low` to `high`, both included; either may be left out. */
  between<K extends FieldOf<T>>(field: K, low: T[K] | undefined, high: T[K] | undefined): this;
  isNull(field: FieldOf<T>): this;
  isNotNull(field: FieldOf<T>): this;
  /** The group holds as well. */
  and(group: (q: Conditions<T>) => Conditions<T>): this;
  /** Everything so far holds, or the group does: `a.b.or(c)` is `(a and b) or (c)`. */
  or(group: (q: Conditions<T>) => Conditions<T>): this;
  /** Later calls order within earlier ones. */
  orderBy(field: FieldOf<T>, direction?: 'asc' | 'desc'): this;
}

/**
 * Which rows: equal properties (a list means one of its values, `null` means null, `undefined`
 * is left out), or a condition builder.
 */
export type Where<T> =
  | { readonly [K in FieldOf<T>]?: T[K] | readonly T[K][] | null }
  | ((q: Conditions<T>) => Conditions<T>);
