import { MARK } from '../tenant/items.ts';
import type { Evaluate } from '../expression/expression.ts';
import { property, text, truthy, type Scope } from '../expression/values.ts';

/** A part of a statement; it adds its text and values. */
export type SqlNode = (context: SqlContext) => void;

/** A part that is there where its test holds: the content of an `if`, a `when` or an `otherwise`. */
export interface Piece {
  readonly test: Evaluate;
  /** The test as written; empty for `otherwise`. */
  readonly source: string;
  readonly content: SqlNode;
  /** Of its element, from 1. */
  readonly line: number;
}

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

  /** A part that may be there. */
  piece(piece: Piece): void {
    if (truthy(piece.test(this))) this.within(piece.content);
  }

  /** The first part of several that is there. */
  firstOf(pieces: readonly Piece[]): void {
    const chosen = pieces.find(({ test }) => truthy(test(this)));
    if (chosen) this.within(chosen.content);
  }

  /** A bound value, `#{…}`. */
  value(evaluate: Evaluate, casts: Readonly<Record<string, string>>): void {
    this.bind(evaluate(this), casts);
  }

  /** Text put into the statement, `${…}`. */
  substitute(evaluate: Evaluate): void {
    this.text += text(evaluate(this)).replaceAll(MARK, '');
  }

  /** What a `foreach` goes through; undefined where it is no list. */
  entries(evaluate: Evaluate): Entries | undefined {
    return entriesOf(evaluate(this));
  }

  /** @param casts what the value is cast to, by the database */
  bind(value: unknown, casts: Readonly<Record<string, string>> = {}): void {
    const cast = casts[this.#databaseId];
    this.text += cast === undefined ? MARK : `${MARK}::${cast}`;
    this.values.push(value);
  }

  /** A name for what follows in the same element. */
  define(name: string, evaluate: Evaluate): void {
    this.#local = { name, value: evaluate(this), outer: this.#local };
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

/** Lists and sets by position, maps by key, other objects by property. */
function entriesOf(value: unknown): Entries | undefined {
  if (Array.isArray(value)) return { keys: undefined, values: value };
  if (value instanceof Set) return { keys: undefined, values: [...(value as Set<unknown>)] };
  if (value instanceof Map) return { keys: [...value.keys()], values: [...value.values()] };
  if (typeof value !== 'object' || value === null) return undefined;
  return { keys: Object.keys(value), values: Object.values(value) };
}
