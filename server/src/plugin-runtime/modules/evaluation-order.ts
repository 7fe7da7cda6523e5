/**
 * Modules in the order in which they are evaluated, each after those that it imports. Of modules that import each other
 * only the one that is reached first is named: evaluating it evaluates the others, which must not begin before it.
 *
 * @param importsOf modules that one imports, in order
 */
export function evaluationOrder(
  modules: readonly string[],
  importsOf: (module: string) => readonly string[],
): string[] {
  const order: string[] = [];
  const reached = new Map<string, number>();
  const settled = new Set<string>();
  const open: string[] = [];
  /** @returns the earliest module that is reached from there and not settled (Tarjan) */
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
