import { sharedObjects, type SharedObject } from './shared-objects.ts';

// Taken at the start: an application may replace them, too.
const { getOwnPropertyDescriptor, getPrototypeOf, is, isExtensible } = Object;
const { defineProperty, deleteProperty, get, ownKeys, setPrototypeOf } = Reflect;

type Descriptors = ReadonlyMap<PropertyKey, PropertyDescriptor>;

interface Print {
  readonly shared: SharedObject;
  readonly descriptors: Descriptors;
  readonly all: ReadonlyArray<readonly [PropertyKey, PropertyDescriptor]>;
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
  readonly #prints: Print[] = sharedObjects().map(printOf);

  /**
   * Restores everything. What cannot be restored is told once, and expected from then on, so that
   * no other application is blamed for it.
   *
   * @returns the changes that were found
   */
  restore(): IntrinsicChange[] {
    return this.#prints.flatMap((print, at) => {
      if (isUnchanged(print)) return [];
      const changes = [...restoreProperties(print), ...restoreObject(print)];
      if (!isUnchanged(print)) this.#prints[at] = printOf(print.shared);
      return changes;
    });
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
  const prototype = getPrototypeOf(object) as object | null;
  return { shared, descriptors, all, prototype, extensible: isExtensible(object), values, accessors };
}

/**
 * Compares keys, values, accessors and prototype.
 *
 * This takes half the time of comparing thousands of descriptors at each load. It misses a property
 * that only became read-only, which harms nobody.
 */
function isUnchanged({ shared: { object }, all, prototype, extensible, values, accessors }: Print): boolean {
  try {
    return (
      ownKeys(object).length === all.length &&
      getPrototypeOf(object) === prototype &&
      isExtensible(object) === extensible &&
      values.every(([key, value]) => is((object as Record<PropertyKey, unknown>)[key], value)) &&
      accessors.every(([key, before]) => {
        const now = getOwnPropertyDescriptor(object, key);
        return now?.get === before.get && now?.set === before.set;
      })
    );
  } catch {
    // A value was replaced by a getter that throws.
    return false;
  }
}

function descriptorsOf(object: object): Descriptors {
  return new Map(
    ownKeys(object).flatMap((key) => {
      const descriptor = getOwnPropertyDescriptor(object, key);
      // It must not inherit `get` or `value` from a changed `Object.prototype`.
      return descriptor ? [[key, Object.assign(empty(), descriptor)] as const] : [];
    }),
  );
}

function restoreProperties({ shared: { name, object }, descriptors, all }: Print): IntrinsicChange[] {
  const changes: IntrinsicChange[] = [];
  for (const key of ownKeys(object)) {
    const now = getOwnPropertyDescriptor(object, key);
    const before = descriptors.get(key);
    if (!now || (before && sameProperty(object, before, now))) continue;
    const restored = before ? defineProperty(object, key, before) : deleteProperty(object, key);
    // One finding is enough for a frozen object.
    if (!restored && before && isSameValue(before, now) && !isExtensible(object)) continue;
    const kind = before ? 'changed' : 'added';
    changes.push({ name: `${name}.${String(key)}`, kind, value: now.value ?? get(now, 'get'), restored });
  }
  for (const [key, before] of all) {
    if (getOwnPropertyDescriptor(object, key)) continue;
    const restored = defineProperty(object, key, before);
    changes.push({ name: `${name}.${String(key)}`, kind: 'removed', value: undefined, restored });
  }
  return changes;
}

function restoreObject({ shared: { name, object }, prototype, extensible }: Print): IntrinsicChange[] {
  const changes: IntrinsicChange[] = [];
  const now = getPrototypeOf(object) as object | null;
  if (now !== prototype) {
    const restored = setPrototypeOf(object, prototype);
    changes.push({ name, kind: 'prototype', value: now, restored });
  }
  if (extensible && !isExtensible(object)) {
    changes.push({ name, kind: 'frozen', value: undefined, restored: false });
  }
  return changes;
}

/** A descriptor of its own, which inherits nothing. */
const empty = (): PropertyDescriptor => Object.create(null) as PropertyDescriptor;

/** Whether a descriptor gives the same value, whatever else may be done with it. */
const isSameValue = (before: PropertyDescriptor, now: PropertyDescriptor): boolean =>
  is(before.value, now.value) && before.get === now.get && before.set === now.set;

function sameProperty(object: object, before: PropertyDescriptor, now: PropertyDescriptor): boolean {
  if (
    isSameValue(before, now) &&
    before.writable === now.writable &&
    before.configurable === now.configurable &&
    before.enumerable === now.enumerable
  ) {
    return true;
  }
  // Node replaces some getters with their value on first use.
  return before.get !== undefined && 'value' in now && is(before.get.call(object), now.value);
}
