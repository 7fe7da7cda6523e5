import type { AbstractClass } from '@platform/plugin-sdk/host';
import type { Injectable } from '@platform/plugin-sdk/core';
import type { LocateByNameToken, LocateToken } from '@platform/plugin-sdk/plugin';
import { refuseIf, type LoadFinding } from '../contract/load-finding.ts';
import type { BeanDefinition } from './bean-definition.ts';

/** Capabilities by abstract class, and locators of services of other applications. */
export interface HostServices {
  find(token: AbstractClass): object | undefined;
  locate(target: LocateToken | LocateByNameToken): object;
}

/** A bean of an imported application. */
export interface SiblingBean {
  readonly appCode: string;
  /** Fully qualified. */
  readonly name: string;
  /** Only mappers can be injected across applications. (spec: L8) */
  readonly mapper: boolean;
  readonly instance: object;
}

/** Beans of the imported applications. */
export interface SiblingBeans {
  beans(token: AbstractClass): readonly SiblingBean[];
}

/** Sources of dependencies outside of the application itself. */
export interface Surroundings {
  readonly host: HostServices;
  readonly siblings: SiblingBeans;
  /** The fully qualified name of a class, if it is known. */
  readonly nameOf: (type: AbstractClass) => string | undefined;
}

/** Source of a constructor parameter. */
export type Dependency =
  | { readonly kind: 'bean'; readonly bean: BeanDefinition }
  | { readonly kind: 'beans'; readonly beans: readonly BeanDefinition[] }
  | { readonly kind: 'outside'; readonly name: string; readonly service: object }
  | { readonly kind: 'none' };

export interface BeanNode {
  readonly definition: BeanDefinition;
  readonly dependencies: readonly Dependency[];
}

/**
 * Resolves every constructor parameter and the order of construction.
 *
 * Candidates are the application's own beans, the mappers of its siblings and the services of the
 * host.
 *
 * @returns the beans, dependencies first
 * @throws LoadRefusal with every missing or ambiguous token and every cycle (spec: L8; design
 *   9.4-18)
 */
export function resolveBeans(
  definitions: readonly BeanDefinition[],
  { host, siblings, nameOf }: Surroundings,
): BeanNode[] {
  const findings: LoadFinding[] = [];
  const byToken = new Map<AbstractClass, BeanDefinition[]>();
  for (const definition of definitions) {
    for (const token of new Set(definition.tokens)) {
      byToken.set(token, [...(byToken.get(token) ?? []), definition]);
    }
  }
  const single = (token: AbstractClass, needed: boolean, of: BeanDefinition): Dependency => {
    const own = byToken.get(token) ?? [];
    const [primary, another] = own.filter((bean) => bean.primary);
    if (primary && !another) return { kind: 'bean', bean: primary };
    const foreign = siblings.beans(token);
    const outside = foreign
      .filter(({ mapper }) => mapper)
      .map(({ appCode, name, instance }) => given(`${name} of ${appCode}`, instance));
    const service = host.find(token);
    if (service) outside.push(given(token.name, service));
    const candidates = [...own.map((bean): Dependency => ({ kind: 'bean', bean })), ...outside];
    if (candidates.length > 1) {
      findings.push(ambiguous(of, token, [...own, ...outside]));
    } else if (needed && !candidates[0]) {
      findings.push(missing(of, nameOf(token) ?? token.name, foreign[0]));
    }
    return candidates.length === 1 && candidates[0] ? candidates[0] : { kind: 'none' };
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
    return given(`locate(${name})`, host.locate(injectable));
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

const given = (name: string, service: object): Extract<Dependency, { kind: 'outside' }> => ({
  kind: 'outside',
  name,
  service,
});

const missing = (of: BeanDefinition, token: string, foreign: SiblingBean | undefined): LoadFinding => ({
  code: 'PLUGIN_BEAN_MISSING',
  message: foreign
    ? `No qualifying bean of type '${token}' for ${of.name}: ${foreign.name} belongs to application ${foreign.appCode}, and only its mappers can be injected.`
    : `No qualifying bean of type '${token}' for ${of.name}.`,
  fix: foreign
    ? `Offer it there with @PluginService, and inject locate(…) here.`
    : `Let a class implement it with @Service({ as: … }), or inject optional(…). Use locate(…) for a service of another application. In a test, list its class in classes of testApplication.`,
});

const undefinedToken = (of: BeanDefinition, position: number): LoadFinding => ({
  code: 'PLUGIN_BEAN_MISSING',
  message: `Entry ${position + 1} of inject of ${of.name} is undefined: two modules import each other, or the export does not exist.`,
  fix: 'Export what it names. If two modules import each other, move the shared part into a third one.',
});

const ambiguous = (
  of: BeanDefinition,
  token: AbstractClass,
  beans: ReadonlyArray<{ readonly name: string }>,
): LoadFinding => ({
  code: 'PLUGIN_BEAN_AMBIGUOUS',
  message: `${of.name} needs ${token.name}: expected single matching bean but found ${beans.length}: ${beans.map(({ name }) => name).join(', ')}.`,
  fix: `Mark one of them primary: true, or inject all(${token.name}).`,
});

const cyclic = (cycle: readonly BeanNode[]): LoadFinding => ({
  code: 'PLUGIN_BEAN_CYCLE',
  message: `Constructors depend on each other: ${cycle.map(({ definition }) => definition.name).join(' → ')}.`,
  fix: 'Move the shared part into a third bean.',
});
