import { EVENT_LISTENERS, inheritedFacts, type AbstractClass } from '@platform/plugin-sdk/host';
import type { Bean } from '../container/container.ts';
import { refuseIf, type LoadFinding } from '../contract/load-finding.ts';

/** A bean method that receives events. */
export interface Listener {
  /** Fully qualified class and method. */
  readonly name: string;
  readonly event: AbstractClass;
  receive(event: object): unknown;
}

/**
 * Collects the event listeners of an application's beans. (spec: E3)
 *
 * @throws LoadRefusal with every listener that cannot be called
 */
export function collectListeners(beans: readonly Bean[]): Listener[] {
  const findings: LoadFinding[] = [];
  const listeners = beans.flatMap(({ definition, instance }) => {
    const methods = instance as unknown as Record<string | symbol, (event: object) => unknown>;
    return inheritedFacts(definition.type, EVENT_LISTENERS)
      .flat()
      .flatMap(({ event, method, static: isStatic }): Listener[] => {
        const name = `${definition.name}.${String(method)}`;
        if (!event || isStatic || typeof method !== 'string' || method.startsWith('#')) {
          findings.push(uncallable(name, event));
          return [];
        }
        return [{ name, event, receive: (received) => methods[method]?.(received) }];
      });
  });
  refuseIf(findings);
  return [...new Map(listeners.map((listener) => [keyOf(listener), listener])).values()];
}

/** An overridden method that is decorated again counts as one listener. */
const keyOf = ({ name, event }: Listener): string => `${name} ${event.name}`;

const uncallable = (name: string, event: AbstractClass | undefined): LoadFinding => ({
  code: 'PLUGIN_LISTENER_INVALID',
  message: event
    ? `${name} listens to ${event.name}, but it is static or private: nothing can call it on the bean.`
    : `${name} listens to an undefined class: two modules import each other, or the export does not exist.`,
  fix: event ? 'Make it a public method of the bean.' : 'Move the event class into a module of its own.',
});
