import type { AbstractClass } from '@platform/plugin-sdk/host';
import type { Injectable } from '@platform/plugin-sdk/core';
import type { LocateByNameToken, LocateToken } from '@platform/plugin-sdk/plugin';
import { refuseIf, type LoadFinding } from '../lifecycle/finding.ts';
import type { BeanDefinition } from './bean-definition.ts';

/** What the host offers: capabilities by their abstract class, and ways to the services of other applications. */
export interface HostServices {
  find(token: AbstractClass): object | undefined;
  locate(target: LocateToken | LocateByNameToken): object;
}

/** Where a constructor parameter comes from. */
export type Dependency =
  | { readonly kind: 'bean'; readonly bean: BeanDefinition }
  | { readonly kind: 'beans'; readonly beans: readonly BeanDefinition[] }
  | { readonly kind: 'host'; readonly name: string; readonly service: object }
  | { readonly kind: 'none' };

export interface BeanNode {
  readonly definition: BeanDefinition;
  readonly dependencies: readonly Dependency[];
}

/**
 * Settles every constructor parameter and the order of construction. An application's own bean wins over the host's
 * for the same token.
 *
 * @returns the beans, each after those it needs
 * @throws LoadRefusal with every token that has no bean or several, and every cycle (design 9.4-18)
 */
export function resolveBeans(definitions: readonly BeanDefinition[], host: HostServices): BeanNode[] {
  const findings: LoadFinding[] = [];
  const byToken = new Map<AbstractClass, BeanDefinition[]>();
  for (const definition of definitions) {
    for (const token of new Set(definition.tokens)) {
      byToken.set(token, [...(byToken.get(token) ?? []), definition]);
    }
  }
  const single = (token: AbstractClass, needed: boolean, of: BeanDefinition): Dependency => {
    const beans = byToken.get(token) ?? [];
    const candidates = beans.length > 1 ? beans.filter(({ primary }) => primary) : beans;
    if (candidates[0] && candidates.length === 1) return { kind: 'bean', bean: candidates[0] };
    if (beans.length > 1) {
      findings.push(ambiguous(of, token, beans));
      return { kind: 'none' };
    }
    const service = host.find(token);
    if (service) return { kind: 'host', name: token.name, service };
    if (needed) findings.push(missing(of, token));
    return { kind: 'none' };
  };
  const resolve = (injectable: Injectable | undefined, position: number, of: BeanDefinition): Dependency => {
    if (injectable === undefined) {
      findings.push(undefinedToken(of, position));
      return { kind: 'none' };
    }
    if (typeof injectable === 'function') return single(injectable, true, of);
    if (injectable.kind === 'optional') return single(injectable.token, false, of);
    if (injectable.kind === 'all') return { kind: 'beans', beans: byToken.get(injectable.token) ?? [] };
    const name = injectable.kind === 'locate' ? injectable.token.name : injectable.name;
    return { kind: 'host', name: `locate(${name})`, service: host.locate(injectable) };
  };
  const nodes = definitions.map((definition) => ({
    definition,
    dependencies: definition.inject.map((injectable, position) => resolve(injectable, position, definition)),
  }));
  const ordered = inOrder(nodes, findings);
  refuseIf(findings);
  return ordered;
}

function inOrder(nodes: readonly BeanNode[], findings: LoadFinding[]): BeanNode[] {
  const byDefinition = new Map(nodes.map((node) => [node.definition, node]));
  const ordered = new Set<BeanNode>();
  const reported = new Set<BeanNode>();
  const visit = (node: BeanNode, path: readonly BeanNode[]): void => {
    if (ordered.has(node)) return;
    const start = path.indexOf(node);
    if (start !== -1) {
      const cycle = path.slice(start);
      if (!cycle.some((member) => reported.has(member))) findings.push(cyclic([...cycle, node]));
      cycle.forEach((member) => reported.add(member));
      return;
    }
    for (const bean of node.dependencies.flatMap(beansOf)) {
      const next = byDefinition.get(bean);
      if (next) visit(next, [...path, node]);
    }
    ordered.add(node);
  };
  for (const node of nodes) visit(node, []);
  return [...ordered];
}

export function beansOf(dependency: Dependency): readonly BeanDefinition[] {
  if (dependency.kind === 'bean') return [dependency.bean];
  return dependency.kind === 'beans' ? dependency.beans : [];
}

const missing = (of: BeanDefinition, token: AbstractClass): LoadFinding => ({
  code: 'PLUGIN_BEAN_MISSING',
  message: `${of.name} needs ${token.name}, but no bean answers to it.`,
  fix: `Let a class implement it with @Service({ as: ${token.name} }), or inject optional(${token.name}).`,
});

const undefinedToken = (of: BeanDefinition, position: number): LoadFinding => ({
  code: 'PLUGIN_BEAN_MISSING',
  message: `Entry ${position + 1} of inject of ${of.name} is undefined: two modules import each other, or the export does not exist.`,
  fix: 'Move what both need into a third module.',
});

const ambiguous = (
  of: BeanDefinition,
  token: AbstractClass,
  beans: readonly BeanDefinition[],
): LoadFinding => ({
  code: 'PLUGIN_BEAN_AMBIGUOUS',
  message: `${of.name} needs ${token.name}: expected a single matching bean but found ${beans.length}: ${beans.map(({ name }) => name).join(', ')}.`,
  fix: `Mark one of them primary: true, or inject all(${token.name}).`,
});

const cyclic = (cycle: readonly BeanNode[]): LoadFinding => ({
  code: 'PLUGIN_BEAN_CYCLE',
  message: `Constructors need each other: ${cycle.map(({ definition }) => definition.name).join(' → ')}.`,
  fix: 'Move what both need into a third bean.',
});
