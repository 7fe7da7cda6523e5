import type { OperationNode } from 'kysely';

type Primitive = undefined | boolean | number | bigint | symbol;

/** A bound value, in its place in a copy of a query tree. */
export class Slot {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/** A tree whose nodes are more than plain data cannot be copied. */
export class NotPlain extends Error {}

/** Tokens that are not strings. Strings are numbered from {@link FIRST_STRING} on. */
const Token = { undefined: 0, null: 1, true: 2, false: 3, list: 4, node: 5, end: 6, value: 7, number: 8 };
const FIRST_STRING = 16;
/** Distinct strings that are numbered, far more than the names of all tables and columns. */
const STRINGS = 20_000;

type AnyNode = Readonly<Record<string, unknown>>;

/**
 * Writes query trees as numbers, which two trees share exactly when they differ in values only.
 *
 * Numbers are cheap: reading a tree takes a fraction of what compiling it takes. A text for the
 * same purpose took longer than compiling.
 */
export class ShapeReader {
  #tokens = new Int32Array(1_024);
  #length = 0;
  #hash = 0;
  #values: unknown[] = [];
  readonly #strings = new Map<string, number>();

  /** Hash of the tree that was read last. */
  get hash(): number {
    return this.#hash;
  }

  /** Whether so many strings are known that kept shapes should be dropped, and this be cleared. */
  get isFull(): boolean {
    return this.#strings.size >= STRINGS;
  }

  /** Reads a tree. @returns its bound values, in order */
  read(node: OperationNode, variant: string): readonly unknown[] {
    this.#length = 0;
    this.#hash = 0;
    this.#values = [];
    this.#string(variant);
    this.#any(node);
    return this.#values;
  }

  /** Copies the shape of the tree that was read last. */
  shape(): Int32Array {
    return this.#tokens.slice(0, this.#length);
  }

  /** Whether the tree that was read last has a shape. */
  matches(shape: Int32Array): boolean {
    if (shape.length !== this.#length) return false;
    for (let at = 0; at < shape.length; at += 1) if (shape[at] !== this.#tokens[at]) return false;
    return true;
  }

  clear(): void {
    this.#strings.clear();
  }

  #emit(token: number): void {
    if (this.#length === this.#tokens.length) {
      const larger = new Int32Array(this.#length * 2);
      larger.set(this.#tokens);
      this.#tokens = larger;
    }
    this.#tokens[this.#length] = token;
    this.#length += 1;
    this.#hash = (Math.imul(this.#hash, 31) + token) | 0;
  }

  #string(text: string): void {
    let id = this.#strings.get(text);
    if (id === undefined) {
      id = this.#strings.size + FIRST_STRING;
      this.#strings.set(text, id);
    }
    this.#emit(id);
  }

  #any(value: unknown): void {
    if (typeof value === 'string') this.#string(value);
    else if (typeof value !== 'object') this.#primitive(value as Primitive);
    else if (value === null) this.#emit(Token.null);
    else if (Array.isArray(value)) {
      this.#emit(Token.list);
      this.#emit(value.length);
      for (const item of value as unknown[]) this.#any(item);
    } else this.#node(value as AnyNode);
  }

  #primitive(value: Primitive): void {
    if (value === undefined) this.#emit(Token.undefined);
    else if (typeof value === 'boolean') this.#emit(value ? Token.true : Token.false);
    else {
      this.#emit(Token.number);
      this.#string(`${typeof value} ${String(value)}`);
    }
  }

  /** The most frequent kinds are read by their known properties, which is several times faster. */
  #node(node: AnyNode): void {
    const { kind } = node;
    this.#emit(Token.node);
    this.#any(kind);
    switch (kind) {
      case 'IdentifierNode':
        return this.#any(node['name']);
      case 'ColumnNode':
        return this.#any(node['column']);
      case 'ReferenceNode':
        this.#any(node['column']);
        return this.#any(node['table']);
      case 'TableNode':
        return this.#any(node['table']);
      case 'SchemableIdentifierNode':
        this.#any(node['schema']);
        return this.#any(node['identifier']);
      case 'SelectionNode':
        return this.#any(node['selection']);
      case 'AliasNode':
        this.#any(node['node']);
        return this.#any(node['alias']);
      case 'OperatorNode':
        return this.#any(node['operator']);
      case 'BinaryOperationNode':
        this.#any(node['leftOperand']);
        this.#any(node['operator']);
        return this.#any(node['rightOperand']);
      case 'ParensNode':
        return this.#any(node['node']);
      case 'AndNode':
        this.#any(node['left']);
        return this.#any(node['right']);
      case 'ValueNode':
        // Immediate values are part of the SQL.
        if (node['immediate'] === true) return this.#anyKind(node);
        this.#values.push(node['value']);
        return this.#emit(Token.value);
      case 'PrimitiveValueListNode':
        return this.#list(node);
      default:
        return this.#anyKind(node);
    }
  }

  #list(node: AnyNode): void {
    const values = node['values'] as readonly unknown[];
    for (const value of values) this.#values.push(value);
    this.#emit(values.length);
  }

  #anyKind(node: AnyNode): void {
    for (const name in node) {
      this.#string(name);
      this.#any(node[name]);
    }
    this.#emit(Token.end);
  }
}

/**
 * Copies a query tree and puts a {@link Slot} in the place of each bound value.
 *
 * @throws NotPlain
 */
export function withSlots<Node extends OperationNode>(node: Node): Node {
  return copy(node) as Node;
}

function copy(value: unknown): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') throw new NotPlain();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as unknown[]).map(copy);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw new NotPlain();
  const node = { ...value } as AnyNode;
  if (node['kind'] === 'ValueNode' && node['immediate'] !== true) {
    return { ...node, value: new Slot(node['value']) };
  }
  if (node['kind'] === 'PrimitiveValueListNode') {
    return { ...node, values: (node['values'] as unknown[]).map((item) => new Slot(item)) };
  }
  return Object.fromEntries(Object.entries(node).map(([name, item]) => [name, copy(item)]));
}
