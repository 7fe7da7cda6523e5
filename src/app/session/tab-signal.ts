/** Tells the other tabs of this browser that something has changed; it says nothing more. */
export interface TabSignal {
  tell(): void;
  /** @returns ends it */
  follow(changed: () => void): () => void;
}

/** @param name of the signal, the same in all tabs */
export function createTabSignal(name: string): TabSignal {
  const channel = new BroadcastChannel(`platform.${name}`);
  return {
    tell: () => channel.postMessage(null),
    follow(changed) {
      channel.addEventListener('message', changed);
      return () => channel.removeEventListener('message', changed);
    },
  };
}
