import { BEAN, ownFact, type AbstractClass, type BeanKind } from '@platform/plugin-sdk/host';
import type { Injectable } from '@platform/plugin-sdk/core';
import type { PluginClass } from '../modules/evaluate.ts';

/** What is known of a bean before it exists. */
export interface BeanDefinition {
  /** Fully qualified. */
  readonly name: string;
  readonly kind: BeanKind;
  readonly type: new (...args: unknown[]) => object;
  /** Its own class, and what it answers as. */
  readonly tokens: readonly AbstractClass[];
  readonly inject: readonly Injectable[];
  readonly primary: boolean;
}

/** The beans among an application's classes; abstract ones and those without a decorator are none. (spec: L6) */
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
