import { factFor, factKey, type AbstractClass } from '../../metadata/index.ts';

/** One method of a bean that takes events. */
export interface EventListenerFact {
  /** Undefined where two modules import each other; the load is then refused. */
  readonly event: AbstractClass | undefined;
  readonly method: string | symbol;
  readonly static: boolean;
}

export const EVENT_LISTENERS = factKey<EventListenerFact[]>('eventListeners', () => []);

/** Checks that the method takes the event of the class. */
export type EventListenerDecorator<E extends object> = (
  method: (event: E) => unknown,
  context: ClassMethodDecoratorContext,
) => void;

/**
 * Lets a bean's method take events of a class and of those that extend it: the host's, its own application's and
 * siblings'. It runs for the publisher's tenant, user and request id, outside of the publisher's transaction; what it
 * throws concerns no other listener. May stand several times on one method. (spec: E3; design 3.7, 9.4-22)
 *
 * @example `@EventListener(UserRegisteredEvent) async welcome(event: UserRegisteredEvent) { … }`
 */
export function EventListener<E extends object>(event: AbstractClass<E>): EventListenerDecorator<E> {
  return (_method, context) =>
    void factFor(context.metadata, EVENT_LISTENERS).push({
      event,
      method: context.name,
      static: context.static,
    });
}
