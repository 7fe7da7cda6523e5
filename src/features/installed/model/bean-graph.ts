import type { BackendReport } from '@platform/host-api';
import { shortName } from './backend-parts.ts';

/** A component in its place. */
export interface GraphNode {
  readonly id: string;
  readonly label: string;
  readonly kind: string;
  readonly x: number;
  readonly y: number;
}

/** Components and their dependencies. */
export interface BeanGraph {
  readonly nodes: readonly GraphNode[];
  /** Paths from the user to the used. */
  readonly lines: ReadonlyArray<{ readonly key: string; readonly path: string }>;
  readonly width: number;
  readonly height: number;
}

export const NODE = { width: 190, height: 40 } as const;
const GAP = { x: 80, y: 14 } as const;

type Bean = BackendReport['beans'][number];

/** Columns: what nobody uses, then what that uses. Cycles end where they began. */
export function beanGraph(beans: readonly Bean[]): BeanGraph {
  const byToken = new Map(beans.flatMap((bean) => [bean.name, ...bean.tokens].map((token) => [token, bean])));
  const usedBy = ({ name, dependencies }: Bean): Bean[] =>
    dependencies.flatMap((token) => byToken.get(token) ?? []).filter((used) => used.name !== name);
  const columnOf = new Map<string, number>();
  const place = (bean: Bean, column: number, above: ReadonlySet<string>): void => {
    if (above.has(bean.name) || (columnOf.get(bean.name) ?? -1) >= column) return;
    columnOf.set(bean.name, column);
    for (const used of usedBy(bean)) place(used, column + 1, new Set([...above, bean.name]));
  };
  const used = new Set(beans.flatMap((bean) => usedBy(bean).map(({ name }) => name)));
  for (const bean of beans) if (!used.has(bean.name)) place(bean, 0, new Set());
  // The rest lies in cycles that nobody outside uses.
  for (const bean of beans) if (!columnOf.has(bean.name)) place(bean, 0, new Set());

  const rows = new Map<number, number>();
  const nodes = beans.map(({ name, kind }): GraphNode => {
    const column = columnOf.get(name) ?? 0;
    const row = rows.get(column) ?? 0;
    rows.set(column, row + 1);
    return {
      id: name,
      label: shortName(name),
      kind,
      x: column * (NODE.width + GAP.x),
      y: row * (NODE.height + GAP.y),
    };
  });
  const at = new Map(nodes.map((node) => [node.id, node]));
  const lines = beans.flatMap((bean) =>
    usedBy(bean).flatMap((target) => {
      const [from, to] = [at.get(bean.name), at.get(target.name)];
      return from && to ? [{ key: `${from.id} ${to.id}`, path: pathOf(from, to) }] : [];
    }),
  );
  return {
    nodes,
    lines,
    width: Math.max(0, ...nodes.map(({ x }) => x + NODE.width)),
    height: Math.max(0, ...nodes.map(({ y }) => y + NODE.height)),
  };
}

function pathOf(from: GraphNode, to: GraphNode): string {
  const [x1, y1] = [from.x + NODE.width, from.y + NODE.height / 2];
  const [x2, y2] = [to.x, to.y + NODE.height / 2];
  const bend = Math.max(GAP.x / 2, Math.abs(x2 - x1) / 2);
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
}
