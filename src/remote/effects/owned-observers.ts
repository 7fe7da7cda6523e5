/** The mutation observers that applications have made. */
export interface OwnedObservers {
  /** Whether an application has any that may still be at work. */
  has(app: string): boolean;
  /** The application that made one last. */
  owner(): string | undefined;
  /** Ends those of an application. */
  disconnect(app: string): void;
  stop(): void;
}

/**
 * Notes whose mutation observers are whose: one that takes parts out of the page again and again cannot be ended otherwise, and would
 * go on after its application has been disposed of.
 * @param current the application whose code is running
 */
export function noteObservers(
  current: () => string | undefined,
  page: { MutationObserver: typeof MutationObserver } = window,
): OwnedObservers {
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
    owner: () => [...observers.keys()].at(-1),
    disconnect(app) {
      for (const observer of observers.get(app) ?? []) observer.deref()?.disconnect();
      observers.delete(app);
    },
    stop() {
      page.MutationObserver = original;
    },
  };
}
