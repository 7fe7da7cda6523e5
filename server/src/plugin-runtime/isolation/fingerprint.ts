import { sharedObjects, type SharedObject } from './shared-objects.ts';

type Descriptors = ReadonlyMap<PropertyKey, PropertyDescriptor>;

interface Print {
  readonly shared: SharedObject;
  readonly descriptors: Descriptors;
  readonly prototype: object | null;
  readonly extensible: boolean;
}

/** One change of a shared object. */
export interface IntrinsicChange {
  /** `Array.prototype.map`, `globalThis.leak`. */
  readonly name: string;
  readonly kind: 'added' | 'changed' | 'removed' | 'prototype' | 'frozen';
  /** What stands there now; by its source, whoever wrote it can be found. */
  readonly value: unknown;
  /** False where it could not be put back: only a restart helps then. */
  readonly restored: boolean;
}

/** What every application shares, at one moment. (design 9.4-19, 9.7-43) */
export class Fingerprint {
  readonly #prints: readonly Print[];

  constructor(objects: readonly SharedObject[] = sharedObjects()) {
    this.#prints = objects.map((shared) => ({
      shared,
      descriptors: descriptorsOf(shared.object),
      prototype: Object.getPrototypeOf(shared.object) as object | null,
      extensible: Object.isExtensible(shared.object),
    }));
  }

  /** Puts everything back as it was. @returns what had changed */
  restore(): IntrinsicChange[] {
    return this.#prints.flatMap((print) => [...restoreProperties(print), ...restoreObject(print)]);
  }
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
  // Node replaces some getters by their value on first use.
  if (before.get && 'value' in now) return Object.is(before.get.call(object), now.value);
  return Number.isNaN(before.value) && Number.isNaN(now.value);
}
