/**
 * Event name → payload. Applications and host add theirs by declaration merging:
 * `declare module '@platform/remote-app' { interface RemoteEvents { 'hello:item-saved': { id: number } } }`.
 * A name begins with its owner: the application's code, or `host`.
 */
export interface RemoteEvents {
  /** The language of the shell changed. */
  'host:locale-changed': { locale: string };
}

export type EventName = Extract<keyof RemoteEvents, string>;

/** The bus between applications and host; subscriptions end when the application is disposed. */
export interface RemoteEventBus {
  /** Subscribes; returns how to end it. A handler that throws stops no other handler. */
  on<Name extends EventName>(name: Name, handler: (payload: RemoteEvents[Name]) => void): () => void;
  /** Publishes an event of this application; a name of another owner throws REMOTE_EVENT_FOREIGN. */
  emit<Name extends EventName>(name: Name, payload: RemoteEvents[Name]): void;
}
