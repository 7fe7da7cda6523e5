import { refuseIf } from '../contract/load-finding.ts';

/** Application codes with the codes of their imports, some of which may not be loaded. */
export type SiblingGraph = ReadonlyMap<string, readonly string[]>;

/** Direct and indirect dependents of `appCode`, dependencies first. */
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

/** Sorts `codes`, dependencies first. */
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

/** The path from an application back to itself: `a`, `b`, `a`. */
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

/** All applications connected with `appCode` by imports in either direction, itself included. */
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

/** @throws LoadRefusal if an application imports itself through others */
export function refuseCycle(appCode: string, graph: SiblingGraph): void {
  const cycle = cycleThrough(appCode, graph);
  if (!cycle) return;
  refuseIf([
    {
      code: 'PLUGIN_SIBLING_CYCLE',
      message: `Applications import each other: ${cycle.join(' → ')}.`,
      fix: 'Use locate() or events in one direction, or move the shared part into a third application.',
    },
  ]);
}
