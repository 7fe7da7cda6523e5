import { MARK } from '../../../data/index.ts';
import type { Scope } from '../expression/values.ts';

/** A statement while it is put together: text with {@link MARK}s, and what they stand for. */
export class SqlContext implements Scope {
  readonly values: unknown[] = [];
  text = '';
  readonly #parameters: Scope;
  #locals: ReadonlyMap<string, unknown> = new Map();

  constructor(parameters: Scope) {
    this.#parameters = parameters;
  }

  lookup(name: string): unknown {
    return this.#locals.has(name) ? this.#locals.get(name) : this.#parameters.lookup(name);
  }

  bind(value: unknown): void {
    this.text += MARK;
    this.values.push(value);
  }

  /** A name for what follows in the same element. */
  define(name: string, value: unknown): void {
    this.#locals = new Map([...this.#locals, [name, value]]);
  }

  /** Runs `work` with further names, and forgets what it defines. */
  within(names: ReadonlyArray<readonly [string, unknown]>, work: () => void): void {
    const outer = this.#locals;
    if (names.length > 0) this.#locals = new Map([...outer, ...names]);
    work();
    this.#locals = outer;
  }

  /** The text that `work` adds, taken out again; its values stay. */
  capture(work: () => void): string {
    const before = this.text;
    this.text = '';
    work();
    const added = this.text;
    this.text = before;
    return added;
  }
}
