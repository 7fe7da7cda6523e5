import { EventEmitter } from 'node:events';
import { compileFunction } from 'node:vm';
import type { IntrinsicChange } from './intrinsics-snapshot.ts';

/** A built-in on the request path, and so in every permission check and response. */
interface Relied {
  /** `Array.prototype.map`. */
  readonly name: string;
  readonly object: object;
  readonly key: PropertyKey;
  readonly value: unknown;
}

const ARRAY = 'every filter find flatMap includes indexOf join map push slice some'.split(' ');
const TEXT = 'endsWith includes indexOf replace slice split startsWith toLowerCase'.split(' ');

/** At most 40. (design 16-5) */
const requestPathBuiltins = (): Relied[] =>
  (
    [
      ['globalThis', globalThis, ['JSON']],
      ['JSON', JSON, ['parse', 'stringify']],
      ['Array', Array, ['isArray']],
      ['Array.prototype', Array.prototype, [...ARRAY, Symbol.iterator]],
      ['ArrayIterator.prototype', Object.getPrototypeOf([][Symbol.iterator]()), ['next']],
      ['String.prototype', String.prototype, TEXT],
      ['RegExp.prototype', RegExp.prototype, ['exec', 'test']],
      ['Map.prototype', Map.prototype, ['get', 'has', 'set']],
      ['Set.prototype', Set.prototype, ['has']],
      ['Object', Object, ['entries', 'getOwnPropertyDescriptor', 'keys']],
      ['Reflect', Reflect, ['ownKeys']],
      ['Promise.prototype', Promise.prototype, ['then']],
      ['Function.prototype', Function.prototype, ['apply', 'call']],
      ['events.prototype', EventEmitter.prototype, ['emit']],
    ] as Array<[string, Record<PropertyKey, unknown>, PropertyKey[]]>
  ).flatMap(([name, object, keys]) =>
    keys.map((key) => ({ name: `${name}.${String(key)}`, object, key, value: object[key] })),
  );

/**
 * Built-ins of the request path, compared after each turn of an application's code.
 *
 * The comparison calls no built-in that could have been changed. Each of them is read by generated
 * code of its own, which the engine inlines to almost nothing.
 */
export class RequestPathBuiltins {
  /** True while all of them are unchanged and `Object.prototype` has no enumerable property. */
  readonly isUntouched: () => boolean;
  readonly count: number;
  readonly #relied = requestPathBuiltins();
  readonly #define = Reflect.defineProperty;
  readonly #describe = Reflect.getOwnPropertyDescriptor;

  constructor() {
    this.count = this.#relied.length;
    const names = this.#relied.map((_, at) => `o${at}, k${at}, v${at}`);
    const same = this.#relied.map((_, at) => `o${at}[k${at}] === v${at}`);
    const make = compileFunction(
      // A getter that throws is a change, too.
      `return () => { try { for (const name in empty) return false; return ${same.join(' && ')}; } catch { return false; } }`,
      ['empty', ...names.flatMap((three) => three.split(', '))],
    ) as (...values: unknown[]) => () => boolean;
    this.isUntouched = make({}, ...this.#relied.flatMap(({ object, key, value }) => [object, key, value]));
  }

  /**
   * Restores replaced built-ins, so that the full check can rely on them.
   *
   * @returns the changes that were found
   */
  restore(): IntrinsicChange[] {
    const changed: IntrinsicChange[] = [];
    // Uses an index and no method, because any method may have been replaced.
    for (let at = 0; at < this.#relied.length; at++) {
      const { name, object, key, value } = this.#relied[at] as Relied;
      const now = this.#describe(object, key);
      if (now?.value === value) continue;
      const restored = this.#define(object, key, {
        // A changed `Object.prototype` may have a `get`.
        __proto__: null,
        value,
        writable: true,
        configurable: true,
        enumerable: false,
      } as PropertyDescriptor);
      changed[changed.length] = { name, kind: 'changed', value: now?.value ?? now?.get, restored };
    }
    return changed;
  }
}
