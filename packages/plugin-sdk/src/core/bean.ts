import { factFor, factKey, type AbstractClass } from '../metadata/index.ts';
import type { Injectable, Injected } from './injection.ts';

/** Options of every class decorator that makes a bean. (design 9.4-23) */
export interface BeanOptions<
  I extends readonly Injectable[] = readonly Injectable[],
  A extends object = object,
> {
  /** Tokens of the constructor's parameters, in order. */
  readonly inject?: I;
  /** Further tokens that this bean answers to; its own class is always one. */
  readonly as?: AbstractClass<A> | readonly AbstractClass[];
  /** Settles which bean is injected where several answer to one token. */
  readonly primary?: boolean;
}

/** A class decorator that checks the constructor against `inject`, and the class against `as`. */
export type BeanDecorator<I extends readonly Injectable[], A extends object> = (
  type: new (...args: Injected<I>) => A,
  context: ClassDecoratorContext,
) => void;

export type BeanKind = 'service' | 'component' | 'controller' | 'mapper' | 'job' | 'pluginService';

/** Options of a bean. */
export interface BeanFact {
  kind: BeanKind | undefined;
  options: BeanOptions;
}

export const BEAN = factKey<BeanFact>('bean', () => ({ kind: undefined, options: {} }));

/** Life-cycle methods that a bean may have; each may be asynchronous. (design 9.4-16) */
export interface BeanLifecycle {
  /** Called after construction, in dependency order, while the previous version still serves. */
  init?(): void | Promise<void>;
  /** Called after the swap to this version. Start anything here that must exist only once. */
  start?(): void | Promise<void>;
  /** After another version has been switched to, or when the application unloads. */
  stop?(): void | Promise<void>;
  /** When the last request has been answered, in reverse order. */
  dispose?(): void | Promise<void>;
}

export function beanDecorator<I extends readonly Injectable[], A extends object>(
  kind: BeanKind,
  options: BeanOptions<I, A>,
): BeanDecorator<I, A> {
  return (_type, { metadata }) => {
    const fact = factFor(metadata, BEAN);
    fact.kind = kind;
    fact.options = options;
  };
}

/**
 * A singleton bean that holds the application's logic. (design 3.2)
 *
 * @example `@Service({ as: HelloItemService, inject: [HelloItemMapper] })`
 */
export function Service<const I extends readonly Injectable[] = readonly [], A extends object = object>(
  options: BeanOptions<I, A> = {},
): BeanDecorator<I, A> {
  return beanDecorator('service', options);
}

/** A singleton bean that is none of the more specific kinds. (design 3.2) */
export function Component<const I extends readonly Injectable[] = readonly [], A extends object = object>(
  options: BeanOptions<I, A> = {},
): BeanDecorator<I, A> {
  return beanDecorator('component', options);
}
