import type { AbstractClass } from '../metadata/index.ts';
import type { LocateByNameToken, Located, LocateToken } from './located.ts';

/** A token that may have no bean; the parameter is then `undefined`. Made by {@link optional}. */
export interface OptionalToken<T = object> {
  readonly kind: 'optional';
  readonly token: AbstractClass<T>;
}

/** Every bean of a token, in dependency order. Made by {@link all}. */
export interface AllToken<T = object> {
  readonly kind: 'all';
  readonly token: AbstractClass<T>;
}

/** Tokens for `inject`. */
export type Injectable = AbstractClass | OptionalToken | AllToken | LocateToken | LocateByNameToken;

type InjectedOf<I> =
  I extends OptionalToken<infer T>
    ? T | undefined
    : I extends AllToken<infer T>
      ? readonly T[]
      : I extends LocateToken<infer T>
        ? Located<T>
        : I extends LocateByNameToken<infer T>
          ? Located<T>
          : I extends AbstractClass<infer T>
            ? T
            : never;

/** The constructor parameters for a list of tokens. */
export type Injected<I extends readonly Injectable[]> = { -readonly [K in keyof I]: InjectedOf<I[K]> };

/** Injects the bean of `token`, or `undefined` if there is none. (design 9.4-18; spec: L8) */
export function optional<T extends object>(token: AbstractClass<T>): OptionalToken<T> {
  return Object.freeze({ kind: 'optional', token });
}

/** Injects every bean of `token`, or an empty list. (design 9.4-18) */
export function all<T extends object>(token: AbstractClass<T>): AllToken<T> {
  return Object.freeze({ kind: 'all', token });
}
