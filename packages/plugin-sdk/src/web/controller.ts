import { beanDecorator, type BeanDecorator, type BeanOptions } from '../core/bean.ts';
import type { Injectable } from '../core/injection.ts';
import { factFor, factKey } from '../metadata/index.ts';

/** The prefix and beans of a controller. */
export interface ControllerFact {
  prefix: string;
}

export const CONTROLLER = factKey<ControllerFact>('controller', () => ({ prefix: '' }));

/**
 * A bean whose methods answer requests.
 *
 * @param prefix `/<code>` or `/open/<code>`, or a path below one of them; another refuses the
 * load (design 3.2)
 */
export function Controller<const I extends readonly Injectable[] = readonly [], A extends object = object>(
  prefix: string,
  options: BeanOptions<I, A> = {},
): BeanDecorator<I, A> {
  const bean = beanDecorator('controller', options);
  return (type, context) => {
    factFor(context.metadata, CONTROLLER).prefix = prefix;
    bean(type, context);
  };
}
