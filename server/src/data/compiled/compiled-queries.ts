import type { CompiledQuery, QueryId, RootOperationNode } from 'kysely';
import { BoundedMap } from './bounded-map.ts';
import { NotPlain, ShapeReader, Slot, withSlots } from './query-shape.ts';

/** Shapes that are kept, far more than an application and the host have. */
const LIMIT = 1_000;

/**
 * A parameter of a compiled query: a value of the tree by its position, or one of the compiler's.
 */
type Parameter = { readonly position: number } | { readonly own: unknown };

/** A compiled query without its values. */
interface Template {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
  readonly shape: Int32Array;
}

type Compile = (node: RootOperationNode) => Pick<CompiledQuery, 'sql' | 'parameters'>;

/** Compiled queries by shape, so that a query that differs in its values is not compiled again. */
export class CompiledQueries {
  readonly #reader = new ShapeReader();
  /** By hash of the shape. */
  readonly #templates = new BoundedMap<number, Template>(LIMIT);

  /**
   * @param variant whatever else the SQL depends on
   * @param compile called with a copy of the tree whose values are {@link Slot}s
   * @param complete gives the value of a parameter that `compile` added itself
   */
  compile(
    node: RootOperationNode,
    queryId: QueryId,
    variant: string,
    compile: Compile,
    complete: (parameter: unknown) => unknown = (parameter) => parameter,
  ): CompiledQuery {
    const reader = this.#reader;
    const values = reader.read(node, variant);
    const known = this.#templates.get(reader.hash);
    if (known && reader.matches(known.shape)) return filled(known, values, complete, node, queryId);
    if (reader.isFull) this.clear();
    // The copy is read once: a tree that changes while it is read cannot change another one's SQL.
    const tree = copyOf(node);
    if (!tree) return { ...compile(node), query: node, queryId };
    const compiled = compile(tree);
    const slots = reader.read(tree, variant);
    const template = templateOf(compiled, slots, reader.shape());
    this.#templates.set(reader.hash, template);
    const own = slots.map((slot) => (slot instanceof Slot ? slot.value : slot));
    return filled(template, own, complete, node, queryId);
  }

  clear(): void {
    this.#templates.clear();
    this.#reader.clear();
  }
}

function templateOf(
  { sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
  slots: readonly unknown[],
  shape: Int32Array,
): Template {
  const positions = new Map(slots.map((slot, position) => [slot, position]));
  return {
    sql,
    shape,
    parameters: parameters.map((parameter) => {
      const position = parameter instanceof Slot ? positions.get(parameter) : undefined;
      return position === undefined ? { own: parameter } : { position };
    }),
  };
}

function filled(
  { sql, parameters }: Template,
  values: readonly unknown[],
  complete: (parameter: unknown) => unknown,
  query: RootOperationNode,
  queryId: QueryId,
): CompiledQuery {
  return {
    sql,
    parameters: parameters.map((parameter) =>
      'position' in parameter ? values[parameter.position] : complete(parameter.own),
    ),
    query,
    queryId,
  };
}

/** Undefined for a tree that cannot be copied. */
function copyOf(node: RootOperationNode): RootOperationNode | undefined {
  try {
    return withSlots(node);
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}
