/** A blocked method. */
export interface Held {
  /** Resolves once the method is called. */
  readonly reached: Promise<void>;
  readonly release: () => void;
}

/**
 * Blocks a method, so that a test can inspect the host in the middle of an operation.
 *
 * @param once later calls are not blocked
 */
export function hold<T extends object>(
  service: T,
  method: keyof T & string,
  { once = false }: { readonly once?: boolean } = {},
): Held {
  const original = (service[method] as (...args: unknown[]) => unknown).bind(service);
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  Object.assign(service, {
    [method]: async (...args: unknown[]) => {
      if (once) Object.assign(service, { [method]: original });
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
