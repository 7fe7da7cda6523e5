/** The mutation observers that applications have created. */
export interface ObserverOwners {
  /** Whether the application has created an observer. */
  has(app: string): boolean;
  /** The application whose first observer is the most recent one. */
  latest(): string | undefined;
  /** Disconnects all observers of the application. */
  disconnect(app: string): void;
  /** Restores the built-in `MutationObserver`. */
  stop(): void;
}

/**
 * Records the owner of each mutation observer. An observer outlives its application, so one that
 * keeps removing parts of the frame could not be stopped otherwise.
 * @param current the application whose code is running
 */
export function trackObservers(
  current: () => string | undefined,
  page: { MutationObserver: typeof MutationObserver } = window,
): ObserverOwners {
  const original = page.MutationObserver;
  const observers = new Map<string, Set<WeakRef<MutationObserver>>>();
  page.MutationObserver = new Proxy(original, {
    construct(target, parameters, newTarget) {
      const observer = Reflect.construct(target, parameters, newTarget) as MutationObserver;
      const app = current();
      if (app !== undefined) {
        const owned = observers.get(app) ?? new Set();
        observers.set(app, owned.add(new WeakRef(observer)));
      }
      return observer;
    },
  });
  return {
    has: (app) => (observers.get(app)?.size ?? 0) > 0,
    latest: () => [...observers.keys()].at(-1),
    disconnect(app) {
      for (const observer of observers.get(app) ?? []) observer.deref()?.disconnect();
      observers.delete(app);
    },
    stop() {
      page.MutationObserver = original;
    },
  };
}
