/**
 * Orders modules by their imports, dependencies first.
 *
 * Only the first module of a cycle is listed: evaluating it evaluates the others, which must not
 * start before it.
 *
 * @param importsOf returns the imports of a module, in order
 */
export function evaluationOrder(
  modules: readonly string[],
  importsOf: (module: string) => readonly string[],
): string[] {
  const order: string[] = [];
  const reached = new Map<string, number>();
  const settled = new Set<string>();
  const open: string[] = [];
  /**
   * Tarjan's algorithm.
   *
   * @returns the earliest reachable module that is not settled
   */
  const visit = (module: string): number => {
    const index = reached.size;
    let earliest = index;
    reached.set(module, index);
    open.push(module);
    for (const imported of importsOf(module)) {
      if (settled.has(imported)) continue;
      earliest = Math.min(earliest, reached.get(imported) ?? visit(imported));
    }
    if (earliest === index) {
      for (const member of open.splice(open.indexOf(module))) settled.add(member);
      order.push(module);
    }
    return earliest;
  };
  for (const module of modules) if (!reached.has(module)) visit(module);
  return order;
}
