import { MARK } from '../tenant/items.ts';
import { property, type Scope } from '../expression/values.ts';

/** A part of a statement; it adds its text and values. */
export type SqlNode = (context: SqlContext) => void;

/** A name that an element knows, and those around it. */
interface Local {
  readonly name: string;
  value: unknown;
  readonly outer: Local | undefined;
}

/** A statement while it is put together: text with {@link MARK}s, and what they stand for. */
export class SqlContext implements Scope {
  readonly values: unknown[] = [];
  text = '';
  readonly #parameters: object;
  readonly #databaseId: string;
  #local: Local | undefined;

  constructor(parameters: object, databaseId: string) {
    this.#parameters = parameters;
    this.#databaseId = databaseId;
  }

  lookup(name: string): unknown {
    for (let local = this.#local; local; local = local.outer) {
      if (local.name === name) return local.value;
    }
    if (name === '_parameter') return this.#parameters;
    return name === '_databaseId' ? this.#databaseId : property(this.#parameters, name);
  }

  /** @param casts what the value is cast to, by the database */
  bind(value: unknown, casts: Readonly<Record<string, string>> = {}): void {
    const cast = casts[this.#databaseId];
    this.text += cast === undefined ? MARK : `${MARK}::${cast}`;
    this.values.push(value);
  }

  /** A name for what follows in the same element. */
  define(name: string, value: unknown): void {
    this.#local = { name, value, outer: this.#local };
  }

  /** Runs a part, and forgets the names that it defines. */
  within(part: SqlNode): void {
    const outer = this.#local;
    part(this);
    this.#local = outer;
  }

  /** The text that a part adds, taken out again; its values stay, and the names that it defines are forgotten. */
  capture(part: SqlNode): string {
    const before = this.text;
    this.text = '';
    this.within(part);
    const added = this.text;
    this.text = before;
    return added;
  }

  /** The texts that a part adds for each of some values, without space around them. */
  captureEach(
    part: SqlNode,
    names: { readonly item: string; readonly index: string },
    entries: Entries,
  ): string[] {
    const outer = this.#local;
    const index: Local = { name: names.index, value: undefined, outer };
    const item: Local = { name: names.item, value: undefined, outer: index };
    this.#local = item;
    const texts: string[] = [];
    for (let at = 0; at < entries.values.length; at += 1) {
      index.value = entries.keys?.[at] ?? at;
      item.value = entries.values[at];
      const text = this.capture(part).trim();
      if (text !== '') texts.push(text);
    }
    this.#local = outer;
    return texts;
  }
}

/** What a `foreach` goes through; by position where there are no keys. */
export interface Entries {
  readonly keys: readonly unknown[] | undefined;
  readonly values: readonly unknown[];
}
