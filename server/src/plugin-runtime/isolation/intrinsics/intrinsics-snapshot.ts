import { sharedObjects, type SharedObject } from './shared-objects.ts';

type Descriptors = ReadonlyMap<PropertyKey, PropertyDescriptor>;

interface Print {
  readonly shared: SharedObject;
  readonly descriptors: Descriptors;
  readonly prototype: object | null;
  readonly extensible: boolean;
  /** Data properties, the only ones that the quick check compares. */
  readonly values: ReadonlyArray<readonly [PropertyKey, unknown]>;
  readonly accessors: ReadonlyArray<readonly [PropertyKey, PropertyDescriptor]>;
}

/** One change of a shared object. */
export interface IntrinsicChange {
  /** `Array.prototype.map`, `globalThis.leak`. */
  readonly name: string;
  readonly kind: 'added' | 'changed' | 'removed' | 'prototype' | 'frozen';
  /** The new value; its source text reveals the author. */
  readonly value: unknown;
  /** False if it could not be restored: only a restart helps then. */
  readonly restored: boolean;
}

/** A snapshot of everything that applications share. (design 9.4-19, 9.7-43) */
export class IntrinsicsSnapshot {
  readonly #prints: readonly Print[] = sharedObjects().map(printOf);

  /**
   * Restores everything.
   *
   * @returns the changes that were found
   */
  restore(): IntrinsicChange[] {
    return this.#prints.flatMap((print) =>
      isUnchanged(print) ? [] : [...restoreProperties(print), ...restoreObject(print)],
    );
  }
}

function printOf(shared: SharedObject): Print {
  const { object } = shared;
  const descriptors = descriptorsOf(object);
  const all = [...descriptors];
  const values = all.flatMap(([key, descriptor]) =>
    'value' in descriptor ? [[key, descriptor.value as unknown] as const] : [],
  );
  const accessors = all.filter(([, descriptor]) => !('value' in descriptor));
  const prototype = Object.getPrototypeOf(object) as object | null;
  return { shared, descriptors, prototype, extensible: Object.isExtensible(object), values, accessors };
}

/**
 * Compares keys, values, accessors and prototype.
 *
 * This takes half the time of comparing thousands of descriptors at each load. It misses a property
 * that only became read-only, which harms nobody.
 */
function isUnchanged({
  shared: { object },
  descriptors,
  prototype,
  extensible,
  values,
  accessors,
}: Print): boolean {
  return (
    Reflect.ownKeys(object).length === descriptors.size &&
    Object.getPrototypeOf(object) === prototype &&
    Object.isExtensible(object) === extensible &&
    values.every(([key, value]) => Object.is((object as Record<PropertyKey, unknown>)[key], value)) &&
    accessors.every(([key, before]) => {
      const now = Object.getOwnPropertyDescriptor(object, key);
      return now?.get === before.get && now?.set === before.set;
    })
  );
}

function descriptorsOf(object: object): Descriptors {
  return new Map(
    Reflect.ownKeys(object).flatMap((key) => {
      const descriptor = Object.getOwnPropertyDescriptor(object, key);
      return descriptor ? [[key, descriptor] as const] : [];
    }),
  );
}

function restoreProperties({ shared: { name, object }, descriptors }: Print): IntrinsicChange[] {
  const changes: IntrinsicChange[] = [];
  for (const key of Reflect.ownKeys(object)) {
    const now = Object.getOwnPropertyDescriptor(object, key);
    const before = descriptors.get(key);
    if (!now || (before && sameProperty(object, before, now))) continue;
    const restored = before ? defined(object, key, before) : Reflect.deleteProperty(object, key);
    const kind = before ? 'changed' : 'added';
    changes.push({
      name: `${name}.${String(key)}`,
      kind,
      value: now.value ?? Reflect.get(now, 'get'),
      restored,
    });
  }
  for (const [key, before] of descriptors) {
    if (Object.hasOwn(object, key)) continue;
    const restored = defined(object, key, before);
    changes.push({ name: `${name}.${String(key)}`, kind: 'removed', value: undefined, restored });
  }
  return changes;
}

function restoreObject({ shared: { name, object }, prototype, extensible }: Print): IntrinsicChange[] {
  const changes: IntrinsicChange[] = [];
  const now = Object.getPrototypeOf(object) as object | null;
  if (now !== prototype) {
    const restored = Reflect.setPrototypeOf(object, prototype);
    changes.push({ name, kind: 'prototype', value: now, restored });
  }
  if (extensible && !Object.isExtensible(object)) {
    changes.push({ name, kind: 'frozen', value: undefined, restored: false });
  }
  return changes;
}

function defined(object: object, key: PropertyKey, descriptor: PropertyDescriptor): boolean {
  return Reflect.defineProperty(object, key, descriptor);
}

function sameProperty(object: object, before: PropertyDescriptor, now: PropertyDescriptor): boolean {
  if (
    before.value === now.value &&
    before.get === now.get &&
    before.set === now.set &&
    before.writable === now.writable &&
    before.configurable === now.configurable &&
    before.enumerable === now.enumerable
  ) {
    return true;
  }
  // Node replaces some getters with their value on first use.
  if (before.get && 'value' in now) return Object.is(before.get.call(object), now.value);
  return Number.isNaN(before.value) && Number.isNaN(now.value);
}
