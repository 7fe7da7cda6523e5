import type { EventName, RemoteEventBus, RemoteEvents } from '@platform/remote-app';
import type { Disposer } from '../disposer.ts';

type Handler = (payload: never) => void;

/** The event bus that all applications of a shell share. */
export interface EventHub {
  on(name: string, handler: Handler): () => void;
  emit(name: string, payload: unknown): void;
}

/** @param onError called when a handler throws */
export function createEventHub(onError: (name: string, error: unknown) => void): EventHub {
  const handlers = new Map<string, Set<Handler>>();
  return {
    on(name, handler) {
      const registered = handlers.get(name) ?? new Set();
      handlers.set(name, registered.add(handler));
      return () => {
        registered.delete(handler);
      };
    },
    emit(name, payload) {
      for (const handler of [...(handlers.get(name) ?? [])]) {
        try {
          handler(payload as never);
        } catch (error) {
          onError(name, error);
        }
      }
    },
  };
}

/** `runtime.events`: emits under the application's code; subscriptions end with the application. */
export function createEventBus(hub: EventHub, code: string, disposer: Disposer): RemoteEventBus {
  return {
    on<Name extends EventName>(name: Name, handler: (payload: RemoteEvents[Name]) => void) {
      const end = hub.on(name, handler);
      disposer.add(end);
      return end;
    },
    emit(name, payload) {
      if (!name.startsWith(`${code}:`)) {
        throw new Error(
          `REMOTE_EVENT_FOREIGN: "${code}" cannot emit "${name}". Prefix its events with "${code}:".`,
        );
      }
      hub.emit(name, payload);
    },
  };
}
