// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { dropped, placeOf, shifted, stepped, type TreeNode } from './tree-moves.ts';

/** 1 (2 (4), 3), 5 */
const nodes: readonly TreeNode[] = [
  { id: 1, parentId: 0 },
  { id: 5, parentId: 0 },
  { id: 2, parentId: 1 },
  { id: 3, parentId: 1 },
  { id: 4, parentId: 2 },
];

describe('design 12: moves in a tree', () => {
  it('steps among siblings, to the end of the way', () => {
    expect(stepped(nodes, 5, -1)).toEqual({ id: 5, parentId: 0, before: 1 });
    expect(stepped(nodes, 1, 1)).toEqual({ id: 1, parentId: 0 });
    expect(stepped(nodes, 1, -1)).toBeUndefined();
  });

  it('goes into the sibling before it, and out behind its parent', () => {
    expect(shifted(nodes, 3, 1)).toEqual({ id: 3, parentId: 2 });
    expect(shifted(nodes, 2, 1)).toBeUndefined();
    expect(shifted(nodes, 2, -1)).toEqual({ id: 2, parentId: 0, before: 5 });
    expect(shifted(nodes, 5, -1)).toBeUndefined();
  });

  it('lands before, behind or in the line that it is dropped on, but never in itself', () => {
    expect(dropped(nodes, 5, 3, 'before')).toEqual({ id: 5, parentId: 1, before: 3 });
    expect(dropped(nodes, 5, 3, 'after')).toEqual({ id: 5, parentId: 1 });
    // Behind the one that it follows already: not before itself.
    expect(dropped(nodes, 3, 2, 'after')).toEqual({ id: 3, parentId: 1 });
    expect(dropped(nodes, 5, 4, 'inside')).toEqual({ id: 5, parentId: 4 });
    expect(dropped(nodes, 1, 4, 'inside')).toBeUndefined();
    expect(dropped(nodes, 1, 1, 'after')).toBeUndefined();
  });

  it('knows the place to come back to', () => {
    expect(placeOf(nodes, 2)).toEqual({ id: 2, parentId: 1, before: 3 });
    expect(placeOf(nodes, 3)).toEqual({ id: 3, parentId: 1 });
    expect(placeOf(nodes, 9)).toBeUndefined();
  });
});
