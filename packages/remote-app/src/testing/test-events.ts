import type { EventName, RemoteEventBus, RemoteEvents } from '../runtime/events.ts';

/** An emitted event. */
export interface EmittedEvent {
  readonly name: string;
  readonly payload: unknown;
}

export interface TestEvents {
  readonly bus: RemoteEventBus;
  /** Events that the application has emitted. */
  readonly emitted: EmittedEvent[];
  /** Emits an event of the host or another application. */
  readonly tell: <Name extends EventName>(name: Name, payload: RemoteEvents[Name]) => void;
}

/** The event bus of one application; the test emits for all others. */
export function createTestEvents(code: string): TestEvents {
  const handlers: { name: string; handler: (payload: never) => void }[] = [];
  const emitted: EmittedEvent[] = [];
  const tell = (name: string, payload: unknown) => {
    for (const one of [...handlers]) if (one.name === name) one.handler(payload as never);
  };
  return {
    emitted,
    tell,
    bus: {
      on(name, handler) {
        const one = { name, handler };
        handlers.push(one);
        return () => void handlers.splice(0, handlers.length, ...handlers.filter((other) => other !== one));
      },
      emit(name, payload) {
        if (!name.startsWith(`${code}:`))
          throw new Error(
            `REMOTE_EVENT_FOREIGN: "${code}" cannot emit "${name}". Prefix its events with "${code}:".`,
          );
        emitted.push({ name, payload });
        tell(name, payload);
      },
    },
  };
}
