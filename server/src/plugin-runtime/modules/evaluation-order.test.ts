import { expect, it } from 'vitest';
import { evaluationOrder } from './evaluation-order.ts';

/** The entries with their modules that are not evaluated yet, in the order of real modules. */
function evaluated(graph: Readonly<Record<string, readonly string[]>>, entries: readonly string[]): string[] {
  const done: string[] = [];
  const begun = new Set<string>();
  const load = (module: string): void => {
    if (begun.has(module)) return;
    begun.add(module);
    for (const imported of graph[module] ?? []) load(imported);
    done.push(module);
  };
  entries.forEach(load);
  return done;
}

it.each([
  ['a chain', { a: ['b'], b: ['c'], c: [] }, ['c', 'b', 'a']],
  ['two that share one', { a: ['c'], b: ['c'], c: [] }, ['c', 'a', 'b']],
  ['a circle', { a: ['b'], b: ['a'], c: ['a'] }, ['a', 'c']],
  ['a circle behind a module', { a: ['b'], b: ['c'], c: ['d', 'b'], d: [] }, ['d', 'b', 'a']],
  ['one that imports itself', { a: ['a'] }, ['a']],
  ['circles that touch', { a: ['b'], b: ['a', 'c'], c: ['b', 'd'], d: [] }, ['d', 'a']],
] as const)('findings: applications 12: %s', (_name, graph, order) => {
  const imports: Readonly<Record<string, readonly string[]>> = graph;
  expect(evaluationOrder(Object.keys(imports), (module) => imports[module] ?? [])).toEqual(order);
  // Nothing is evaluated before what it imports that would not have been without the order.
  expect(evaluated(imports, order)).toEqual(evaluated(imports, Object.keys(imports)));
});
