import { beanDecorator, type BeanDecorator } from '../core/bean.ts';
import type { Injectable } from '../core/injection.ts';
import { factFor, factKey, type AbstractClass } from '../metadata/index.ts';

/** Options of a service for other applications. */
export const PLUGIN_SERVICE = factKey<{ token: AbstractClass | undefined }>('pluginService', () => ({
  token: undefined,
}));

/** Options of {@link PluginService}. */
export interface PluginServiceOptions<I extends readonly Injectable[]> {
  /** Tokens of the constructor's parameters, in order. */
  readonly inject?: I;
  /** Settles which bean is injected at home where several answer to the token. */
  readonly primary?: boolean;
}

/**
 * Declares a bean that other applications and the host find by a contract. (spec: L8; design
 * 9.4-21, 9.7-40)
 *
 * They use the locators, `locate(token)` or `locateByName`. The own application injects the
 * contract or the class.
 *
 * @example
 * ```ts
 * export abstract class LeaveService {
 *   abstract daysLeft(userId: number): Promise<number>;
 * }
 *
 * @PluginService(LeaveService)
 * export class LeaveServiceImpl extends LeaveService {
 *   async daysLeft(): Promise<number> { return 30; }
 * }
 * ```
 */
export function PluginService<T extends object, const I extends readonly Injectable[] = readonly []>(
  token: AbstractClass<T>,
  options: PluginServiceOptions<I> = {},
): BeanDecorator<I, T> {
  const bean = beanDecorator<I, T>('pluginService', { ...options, as: token });
  return (type, context) => {
    bean(type, context);
    factFor(context.metadata, PLUGIN_SERVICE).token = token;
  };
}
