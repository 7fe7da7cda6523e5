/**
 * Event name → payload. Extend it by declaration merging:
 * `declare module '@platform/remote-app' { interface RemoteEvents { 'hello:item-saved': { id:
 * number } } }`.
 * A name starts with its owner: the application's code, or `host`.
 */
export interface RemoteEvents {
  /** The language of the shell changed. */
  'host:locale-changed': { locale: string };
}

export type EventName = Extract<keyof RemoteEvents, string>;

/** The event bus of applications and host; subscriptions end with the application. */
export interface RemoteEventBus {
  /**
   * Subscribes to an event. A handler that throws does not stop others.
   * @returns call to unsubscribe
   */
  on<Name extends EventName>(name: Name, handler: (payload: RemoteEvents[Name]) => void): () => void;
  /** Emits an event of this application. @throws Error REMOTE_EVENT_FOREIGN for a foreign name */
  emit<Name extends EventName>(name: Name, payload: RemoteEvents[Name]): void;
}
