import type { AbstractClass } from '@platform/plugin-sdk/host';
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
export interface NestedResult {
  readonly property: string;
  /** True for a collection. */
  readonly many: boolean;
  readonly map: ResultMap;
  /** Prefix of its columns. */
  readonly columnPrefix: string;
  /**
   * The object exists if one of these columns is not null; if omitted, if any column is not null.
   */
  readonly notNullColumns: readonly string[];
}

export interface Discriminator {
  readonly column: string;
  readonly cases: ReadonlyMap<string, ResultMap>;
}

/** Describes how objects are assembled from rows. */
export interface ResultMap {
  /** Class of the objects; plain objects if omitted. */
  readonly type: AbstractClass | undefined;
  readonly fields: readonly ResultField[];
  readonly nested: readonly NestedResult[];
  readonly discriminator: Discriminator | undefined;
  /** Maps unnamed columns automatically; by default, if nothing is nested. */
  readonly autoMapping: boolean | undefined;
}

/** True if several rows can form one object with a list. */
export function hasCollection({ nested, discriminator }: ResultMap): boolean {
  return (
    nested.some(({ many, map }) => many || hasCollection(map)) ||
    [...(discriminator?.cases.values() ?? [])].some(hasCollection)
  );
}
