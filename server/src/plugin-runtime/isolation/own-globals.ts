/**
 * `globalThis` as an application sees it: names of its own first, then those of the process. What it sets stays with it.
 * A bare name that it has not set reaches the process's own; the fingerprint of the intrinsics finds what changes there.
 */
export function ownGlobals(own: Readonly<Record<string, unknown>>): typeof globalThis {
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
