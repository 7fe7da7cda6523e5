/** A node among its siblings; nodes come in display order. */
export interface TreeNode {
  readonly id: number;
  /** 0 at the top. */
  readonly parentId: number;
}

/** Where a node is to stand: before another one, or last of its parent. */
export interface TreeMove {
  readonly id: number;
  readonly parentId: number;
  readonly before?: number;
}

/** Where a dragged node lands, seen from the line that it is dropped on. */
export type DropPlace = 'before' | 'after' | 'inside';

/** One place further up or down among its siblings; undefined at the end of the way. */
export function stepped(nodes: readonly TreeNode[], id: number, by: 1 | -1): TreeMove | undefined {
  const node = nodes.find((other) => other.id === id);
  if (!node) return undefined;
  const siblings = nodes.filter(({ parentId }) => parentId === node.parentId);
  const at = siblings.indexOf(node);
  const neighbour = siblings[at + by];
  return neighbour && moveTo(node, node.parentId, by < 0 ? neighbour : siblings[at + 2]);
}

/** Into the sibling before it, or out behind its parent; undefined where there is none. */
export function shifted(nodes: readonly TreeNode[], id: number, by: 1 | -1): TreeMove | undefined {
  const node = nodes.find((other) => other.id === id);
  if (!node) return undefined;
  if (by < 0) return node.parentId === 0 ? undefined : dropped(nodes, id, node.parentId, 'after');
  const siblings = nodes.filter(({ parentId }) => parentId === node.parentId);
  const former = siblings[siblings.indexOf(node) - 1];
  return former && dropped(nodes, id, former.id, 'inside');
}

/** The move that a drop asks for; undefined where the node would stand in itself. */
export function dropped(
  nodes: readonly TreeNode[],
  id: number,
  targetId: number,
  place: DropPlace,
): TreeMove | undefined {
  const node = nodes.find((other) => other.id === id);
  const target = nodes.find((other) => other.id === targetId);
  if (!node || !target || isWithin(nodes, targetId, id)) return undefined;
  if (place === 'inside') return moveTo(node, targetId, undefined);
  const siblings = nodes.filter(({ id: other, parentId }) => parentId === target.parentId && other !== id);
  const next = place === 'before' ? target : siblings[siblings.indexOf(target) + 1];
  return moveTo(node, target.parentId, next);
}

/** Where a node stands, as a move that brings it back there. */
export function placeOf(nodes: readonly TreeNode[], id: number): TreeMove | undefined {
  const node = nodes.find((other) => other.id === id);
  if (!node) return undefined;
  const siblings = nodes.filter(({ parentId }) => parentId === node.parentId);
  return moveTo(node, node.parentId, siblings[siblings.indexOf(node) + 1]);
}

/** Whether a node is another one, or beneath it. */
function isWithin(nodes: readonly TreeNode[], id: number, top: number): boolean {
  const parents = new Map(nodes.map((node) => [node.id, node.parentId]));
  for (let at: number | undefined = id; at !== undefined && at !== 0; at = parents.get(at)) {
    if (at === top) return true;
  }
  return false;
}

const moveTo = ({ id }: TreeNode, parentId: number, before: TreeNode | undefined): TreeMove => ({
  id,
  parentId,
  ...(before ? { before: before.id } : {}),
});
