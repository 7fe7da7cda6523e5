import { MARK } from '../sql/items.ts';
import type { Evaluate } from '../expression/expression.ts';
import { property, text, truthy, type Scope } from '../expression/values.ts';

/** A part of a statement, which adds its text and values. */
export type SqlNode = (context: SqlContext) => void;

/** A conditional part: the content of an `if`, a `when` or an `otherwise`. */
export interface Piece {
  readonly test: Evaluate;
  /** The test as written; empty for `otherwise`. */
  readonly source: string;
  readonly content: SqlNode;
  /** Line of its element, from 1. */
  readonly line: number;
}

/** A local variable, linked to the outer ones. */
interface Local {
  readonly name: string;
  value: unknown;
  readonly outer: Local | undefined;
}

/** A statement during rendering: text with {@link MARK}s and their values. */
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

  /** Renders a part if its test holds. */
  piece(piece: Piece): void {
    if (truthy(piece.test(this))) this.within(piece.content);
  }

  /** Renders the first part whose test holds. */
  firstOf(pieces: readonly Piece[]): void {
    const chosen = pieces.find(({ test }) => truthy(test(this)));
    if (chosen) this.within(chosen.content);
  }

  /** Adds a bound value, `#{…}`. */
  value(evaluate: Evaluate, casts: Readonly<Record<string, string>>): void {
    this.bind(evaluate(this), casts);
  }

  /** Adds substituted text, `${…}`. */
  substitute(evaluate: Evaluate): void {
    this.text += text(evaluate(this)).replaceAll(MARK, '');
  }

  /** Elements of a `foreach`; undefined for a value that is not a collection. */
  entries(evaluate: Evaluate): Entries | undefined {
    return entriesOf(evaluate(this));
  }

  /** @param casts type to cast to, by database */
  bind(value: unknown, casts: Readonly<Record<string, string>> = {}): void {
    const cast = casts[this.#databaseId];
    this.text += cast === undefined ? MARK : `${MARK}::${cast}`;
    this.values.push(value);
  }

  /** Defines a variable for the rest of the element. */
  define(name: string, evaluate: Evaluate): void {
    this.#local = { name, value: evaluate(this), outer: this.#local };
  }

  /** Renders a part and removes its variables. */
  within(part: SqlNode): void {
    const outer = this.#local;
    part(this);
    this.#local = outer;
  }

  /** Returns the text of a part without adding it. Its values stay, its variables are removed. */
  capture(part: SqlNode): string {
    const before = this.text;
    this.text = '';
    this.within(part);
    const added = this.text;
    this.text = before;
    return added;
  }

  /** Returns the trimmed text of a part for each element of a collection. */
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

/** Elements of a collection, with positions as keys where it has none. */
export interface Entries {
  readonly keys: readonly unknown[] | undefined;
  readonly values: readonly unknown[];
}

/** Lists and sets are iterated by position, maps by key, other objects by property. */
function entriesOf(value: unknown): Entries | undefined {
  if (Array.isArray(value)) return { keys: undefined, values: value };
  if (value instanceof Set) return { keys: undefined, values: [...(value as Set<unknown>)] };
  if (value instanceof Map) return { keys: [...value.keys()], values: [...value.values()] };
  if (typeof value !== 'object' || value === null) return undefined;
  return { keys: Object.keys(value), values: Object.values(value) };
}
