/**
 * The `globalThis` of an application: its own names first, then those of the process.
 *
 * Assignments stay local to the application. A bare name that it has not set still reaches the
 * process; the intrinsics guard detects changes there.
 */
export function applicationGlobals(own: Readonly<Record<string, unknown>>): typeof globalThis {
  const overlay = Object.assign(Object.create(null) as Record<PropertyKey, unknown>, own);
  const facade = new Proxy(overlay, {
    get: (target, name) => (name in target ? target[name] : (Reflect.get(globalThis, name) as unknown)),
    has: (target, name) => name in target || name in globalThis,
    ownKeys: (target) => [...new Set([...Reflect.ownKeys(target), ...Reflect.ownKeys(globalThis)])],
    getOwnPropertyDescriptor: (target, name) => {
      const known =
        Object.getOwnPropertyDescriptor(target, name) ?? Object.getOwnPropertyDescriptor(globalThis, name);
      return known && { ...known, configurable: true };
    },
    getPrototypeOf: () => Object.prototype,
    preventExtensions: () => false,
  });
  overlay['globalThis'] = overlay['global'] = facade;
  return facade as unknown as typeof globalThis;
}
