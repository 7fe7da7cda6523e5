/** A method of the host that does not go on until it is let. */
export interface Held {
  /** Resolves when the method was called. */
  readonly reached: Promise<void>;
  readonly release: () => void;
}

/** Keeps calls of a method from going on, so that a test can look at the host in the middle of an operation. */
export function hold<T extends object>(service: T, method: keyof T & string): Held {
  const original = (service[method] as (...args: unknown[]) => unknown).bind(service);
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  Object.assign(service, {
    [method]: async (...args: unknown[]) => {
      reached.resolve();
      await released.promise;
      return original(...args);
    },
  });
  return {
    reached: reached.promise,
    release: () => {
      Object.assign(service, { [method]: original });
      released.resolve();
    },
  };
}
