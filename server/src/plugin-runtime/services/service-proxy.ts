/**
 * Creates a proxy that looks up the service at each call, so that it survives a swap.
 *
 * @param prototype prototype of the contract, for `instanceof`
 */
export function serviceProxy(prototype: object, service: () => object): object {
  return new Proxy(Object.create(prototype) as object, {
    get: (target, name) => {
      // `await` reads `then`, which must not reach the service.
      if (typeof name === 'symbol' || name === 'then') return Reflect.get(target, name) as unknown;
      return (...args: unknown[]): unknown => {
        const found = service() as Record<string, (...args: unknown[]) => unknown>;
        return found[name]?.(...args);
      };
    },
  });
}
