/** One object that every application shares, with its common name. */
export interface SharedObject {
  readonly name: string;
  readonly object: object;
}

/** Built-in modules that all applications share unchanged. */
const MODULES =
  'assert async_hooks buffer crypto diagnostics_channel events path perf_hooks querystring stream string_decoder url util zlib';

/** Global namespaces that hold functions. */
const NAMESPACES = new Set(
  'Atomics Intl JSON Math Reflect WebAssembly console crypto performance'.split(' '),
);

/**
 * Collects globals, their prototypes, syntax-only prototypes and the free built-in modules.
 *
 * No getter is called, so that lazily created values stay untouched.
 */
export function sharedObjects(): SharedObject[] {
  const found = new Map<object, string>();
  const add = (value: unknown, name: string): void => {
    if (!isObject(value) || found.has(value)) return;
    found.set(value, name);
    const prototype = valueOf(value, 'prototype');
    if (typeof value === 'function' && isObject(prototype)) add(prototype, `${name}.prototype`);
  };
  found.set(globalThis, 'globalThis');
  for (const key of Object.getOwnPropertyNames(globalThis)) {
    const value = valueOf(globalThis, key);
    if (typeof value === 'function' || NAMESPACES.has(key)) add(value, key);
  }
  for (const [name, value] of syntaxOnly()) add(value, name);
  for (const name of MODULES.split(' ')) {
    const module = builtin(name);
    add(module, name);
    // Its global is an accessor.
    if (name === 'perf_hooks') add(valueOf(module, 'performance'), 'performance');
    for (const key of Object.getOwnPropertyNames(module)) {
      const value = valueOf(module, key);
      if (typeof value === 'function' && /^[A-Z]/.test(key)) add(value, `${name}.${key}`);
    }
  }
  return [...found].map(([object, name]) => ({ name, object }));
}

const builtin = (name: string): object =>
  (process as { getBuiltinModule(name: string): object }).getBuiltinModule(name);

function valueOf(object: object, key: string): unknown {
  const descriptor = Object.getOwnPropertyDescriptor(object, key);
  return descriptor && 'value' in descriptor ? descriptor.value : undefined;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'function' || (typeof value === 'object' && value !== null);

function syntaxOnly(): Array<[string, unknown]> {
  const prototypeOf = (value: object): object => Object.getPrototypeOf(value) as object;
  const generator = prototypeOf(function* () {});
  const asynchronousGenerator = prototypeOf(async function* () {});
  return [
    ['AsyncFunction.prototype', prototypeOf(async () => undefined)],
    ['GeneratorFunction.prototype', generator],
    ['Generator.prototype', valueOf(generator, 'prototype')],
    ['AsyncGeneratorFunction.prototype', asynchronousGenerator],
    ['AsyncGenerator.prototype', valueOf(asynchronousGenerator, 'prototype')],
    ['TypedArray', prototypeOf(Uint8Array)],
    ['ArrayIterator.prototype', prototypeOf([][Symbol.iterator]())],
    ['MapIterator.prototype', prototypeOf(new Map()[Symbol.iterator]())],
    ['SetIterator.prototype', prototypeOf(new Set()[Symbol.iterator]())],
    ['StringIterator.prototype', prototypeOf(''[Symbol.iterator]())],
    ['Iterator.prototype', prototypeOf(prototypeOf([][Symbol.iterator]()))],
  ];
}
