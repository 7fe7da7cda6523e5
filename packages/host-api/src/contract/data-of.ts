import type { Static, TSchema } from 'typebox';

/** A value that its reader does not change. */
export type Immutable<T> = T extends (infer Item)[]
  ? ReadonlyArray<Immutable<Item>>
  : T extends object
    ? { readonly [K in keyof T]: Immutable<T[K]> }
    : T;

/** The data that a schema describes, as the host answers it and clients read it. */
export type DataOf<S extends TSchema> = Immutable<Static<S>>;
