import type { FieldType } from '@platform/plugin-sdk/orm';

/** A mapped column of a result map. */
export interface ResultField {
  readonly column: string;
  readonly property: string;
  /** Type of the value; defaults to that of the class's field. */
  readonly type: FieldType | undefined;
  /** True if the column identifies the object. */
  readonly isId: boolean;
}

/** A nested object or list, assembled from further columns of the same rows. */
export interface NestedResult<Type> {
  readonly property: string;
  /** True for a collection. */
  readonly many: boolean;
  readonly map: ResultMap<Type>;
  /** Prefix of its columns. */
  readonly columnPrefix: string;
  /**
   * The object exists if one of these columns is not null; if omitted, if any column is not null.
   */
  readonly notNullColumns: readonly string[];
}

export interface Discriminator<Type> {
  readonly column: string;
  readonly cases: ReadonlyMap<string, ResultMap<Type>>;
}

/**
 * Describes how objects are assembled from rows.
 *
 * @typeParam Type a class, or its name where the code of the application is not evaluated
 */
export interface ResultMap<Type> {
  /** Class of the objects; plain objects if omitted. */
  readonly type: Type | undefined;
  readonly fields: readonly ResultField[];
  readonly nested: ReadonlyArray<NestedResult<Type>>;
  readonly discriminator: Discriminator<Type> | undefined;
  /** Maps unnamed columns automatically; by default, if nothing is nested. */
  readonly autoMapping: boolean | undefined;
}

/** True if several rows can form one object with a list. */
export function hasCollection({ nested, discriminator }: ResultMap<unknown>): boolean {
  return (
    nested.some(({ many, map }) => many || hasCollection(map)) ||
    [...(discriminator?.cases.values() ?? [])].some(hasCollection)
  );
}
