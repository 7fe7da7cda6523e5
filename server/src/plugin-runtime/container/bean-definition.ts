import { BEAN, ownFact, type AbstractClass, type BeanKind } from '@platform/plugin-sdk/host';
import type { Injectable } from '@platform/plugin-sdk/core';
import type { PluginClass } from '../modules/evaluate-classes.ts';

/** A bean before it is constructed. */
export interface BeanDefinition {
  /** Fully qualified. */
  readonly name: string;
  readonly kind: BeanKind;
  readonly type: new (...args: unknown[]) => object;
  /** Its own class, then the classes it is registered as. */
  readonly tokens: readonly AbstractClass[];
  readonly inject: readonly Injectable[];
  readonly primary: boolean;
}

/**
 * Definitions of the beans of an application.
 *
 * Abstract classes and classes without a decorator are not beans. (spec: L6)
 */
export function beanDefinitions(classes: readonly PluginClass[]): BeanDefinition[] {
  return classes.flatMap(({ name, type, abstract }) => {
    const fact = ownFact(type, BEAN);
    if (abstract || !fact?.kind) return [];
    const { as = [], inject = [], primary = false } = fact.options;
    return [
      {
        name,
        kind: fact.kind,
        type: type as unknown as BeanDefinition['type'],
        tokens: [type, ...(typeof as === 'function' ? [as] : as)],
        inject,
        primary,
      },
    ];
  });
}
