import { refuseIf } from './finding.ts';

/** The codes of the applications whose classes each application imports; those that are not there may be among them. */
export type SiblingGraph = ReadonlyMap<string, readonly string[]>;

/** The applications that import `appCode`, directly or through others, each after those it imports itself. */
export function dependentsOf(appCode: string, graph: SiblingGraph): string[] {
  const found = new Set([appCode]);
  for (let size = 0; size !== found.size;) {
    size = found.size;
    for (const [code, imported] of graph) {
      if (imported.some((sibling) => found.has(sibling))) found.add(code);
    }
  }
  found.delete(appCode);
  return inDependencyOrder([...found], graph);
}

/** @returns `codes`, each after those among them that it imports */
export function inDependencyOrder(codes: readonly string[], graph: SiblingGraph): string[] {
  const ordered = new Set<string>();
  const visiting = new Set<string>();
  const visit = (code: string): void => {
    if (ordered.has(code) || visiting.has(code)) return;
    visiting.add(code);
    for (const sibling of graph.get(code) ?? []) if (codes.includes(sibling)) visit(sibling);
    ordered.add(code);
  };
  for (const code of codes) visit(code);
  return [...ordered];
}

/** The way from an application back to itself, for people: `a`, `b`, `a`. */
export function cycleThrough(appCode: string, graph: SiblingGraph): string[] | undefined {
  const seen = new Set<string>();
  const search = (code: string, path: readonly string[]): string[] | undefined => {
    for (const sibling of graph.get(code) ?? []) {
      if (sibling === appCode) return [...path, sibling];
      if (seen.has(sibling)) continue;
      seen.add(sibling);
      const found = search(sibling, [...path, sibling]);
      if (found) return found;
    }
    return undefined;
  };
  return search(appCode, [appCode]);
}

/** The applications that are connected with `appCode` by imports in either direction, itself included. */
export function connectedWith(appCode: string, graph: SiblingGraph): ReadonlySet<string> {
  const neighbours = new Map<string, string[]>();
  const connect = (from: string, to: string): void =>
    void neighbours.set(from, [...(neighbours.get(from) ?? []), to]);
  for (const [code, imported] of graph) {
    for (const sibling of imported) {
      connect(code, sibling);
      connect(sibling, code);
    }
  }
  const connected = new Set([appCode]);
  for (const code of connected) for (const neighbour of neighbours.get(code) ?? []) connected.add(neighbour);
  return connected;
}

/** @throws LoadRefusal where an application imports itself through others: neither could be loaded first */
export function refuseCycle(appCode: string, graph: SiblingGraph): void {
  const cycle = cycleThrough(appCode, graph);
  if (!cycle) return;
  refuseIf([
    {
      code: 'PLUGIN_SIBLING_CYCLE',
      message: `Applications import each other: ${cycle.join(' → ')}.`,
      fix: 'Reach one of them by locate() or events instead, or move what both need into a third application.',
    },
  ]);
}
