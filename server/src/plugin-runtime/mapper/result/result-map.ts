import type { AbstractClass } from '@platform/plugin-sdk/host';
import type { FieldType } from '@platform/plugin-sdk/orm';

/** One column that a result map reads. */
export interface ResultField {
  readonly column: string;
  readonly property: string;
  /** Settles how the value looks; without it, the field of the class does. */
  readonly type: FieldType | undefined;
  /** Tells rows of one object from those of another. */
  readonly isId: boolean;
}

/** An object, or a list of them, that is put together from further columns of the same rows. */
export interface NestedResult {
  readonly property: string;
  /** A collection. */
  readonly many: boolean;
  readonly map: ResultMap;
  /** Stands before each of its columns. */
  readonly columnPrefix: string;
  /** There is an object where one of these columns is not null; without them, where any is not. */
  readonly notNullColumns: readonly string[];
}

export interface Discriminator {
  readonly column: string;
  readonly cases: ReadonlyMap<string, ResultMap>;
}

/** How objects are put together from rows. */
export interface ResultMap {
  /** Without one: plain objects. */
  readonly type: AbstractClass | undefined;
  readonly fields: readonly ResultField[];
  readonly nested: readonly NestedResult[];
  readonly discriminator: Discriminator | undefined;
  /** Whether columns that nothing names are taken; left open, they are where nothing is nested. */
  readonly autoMapping: boolean | undefined;
}

/** Whether several rows may become one object with a list. */
export function hasCollection({ nested, discriminator }: ResultMap): boolean {
  return (
    nested.some(({ many, map }) => many || hasCollection(map)) ||
    [...(discriminator?.cases.values() ?? [])].some(hasCollection)
  );
}
