/**
 * An object whose methods look the service up at each call, so that it outlives the application's versions.
 *
 * @param prototype of the contract, for `instanceof`
 */
export function serviceProxy(prototype: object, service: () => object): object {
  return new Proxy(Object.create(prototype) as object, {
    get: (target, name) => {
      // Whoever awaits the proxy asks for `then`, and is not to be sent to the service.
      if (typeof name === 'symbol' || name === 'then') return Reflect.get(target, name) as unknown;
      return (...args: unknown[]): unknown => {
        const found = service() as Record<string, (...args: unknown[]) => unknown>;
        return found[name]?.(...args);
      };
    },
  });
}
