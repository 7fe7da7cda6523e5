/** The used part of a syntax tree's node. */
export interface AstNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

export function isNode(value: unknown): value is AstNode {
  return typeof value === 'object' && value !== null && typeof (value as AstNode).type === 'string';
}

/** All nodes of a tree, outermost first. */
export function* nodesOf(tree: unknown): Generator<AstNode> {
  if (Array.isArray(tree)) {
    for (const item of tree) yield* nodesOf(item);
  } else if (isNode(tree)) {
    yield tree;
    for (const value of Object.values(tree)) if (typeof value === 'object') yield* nodesOf(value);
  }
}
