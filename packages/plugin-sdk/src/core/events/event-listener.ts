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
 * Receives events of a class and of its subclasses, from host, own application and siblings.
 * (spec: E3; design 3.7, 9.4-22)
 *
 * The method runs for the publisher's tenant, user and request id, outside of its transaction. An
 * error affects no other listener. The decorator may be repeated.
 *
 * @example
 * ```ts
 * @EventListener(UserRegisteredEvent)
 * async welcome({ userId }: UserRegisteredEvent) {
 *   await this.notices.send({ users: [userId] }, { title: 'Welcome' });
 * }
 * ```
 */
export function EventListener<E extends object>(event: AbstractClass<E>): EventListenerDecorator<E> {
  return (_method, context) =>
    void factFor(context.metadata, EVENT_LISTENERS).push({
      event,
      method: context.name,
      static: context.static,
    });
}
