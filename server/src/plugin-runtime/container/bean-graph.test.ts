import { all, optional } from '@platform/plugin-sdk/core';
import type { Injectable } from '@platform/plugin-sdk/core';
import type { AbstractClass } from '@platform/plugin-sdk/host';
import { describe, expect, it } from 'vitest';
import { LoadRefusal } from '../contract/load-finding.ts';
import type { BeanDefinition } from './bean-definition.ts';
import { resolveBeans, type SiblingBean, type Surroundings } from './bean-graph.ts';

abstract class Port {}

interface Options {
  readonly as?: readonly AbstractClass[];
  readonly inject?: readonly Injectable[];
  readonly primary?: boolean;
}

function bean(name: string, { as = [], inject = [], primary = false }: Options = {}): BeanDefinition {
  const type = class {};
  return { name, kind: 'service', type, tokens: [type, ...as], inject, primary };
}

const sibling = (mapper: boolean): SiblingBean => ({
  appCode: 'stock',
  name: 'cn.platform.stock.A',
  mapper,
  instance: {},
});

function around(services: readonly AbstractClass[], siblings: readonly SiblingBean[] = []): Surroundings {
  return {
    host: { find: (token) => (services.includes(token) ? {} : undefined), locate: () => ({}) },
    siblings: { beans: (token) => (token === Port ? siblings : []) },
    nameOf: () => undefined,
  };
}

function codesOf(beans: readonly BeanDefinition[], surroundings = around([])): string[] {
  try {
    resolveBeans(beans, surroundings);
    return [];
  } catch (error) {
    if (error instanceof LoadRefusal) return error.findings.map(({ code }) => code);
    throw error;
  }
}

const needs = bean('Needs', { inject: [Port] });

describe('the graph of beans', () => {
  it('orders beans, dependencies first', () => {
    const first = bean('First', { as: [Port] });
    const [one, two] = resolveBeans([needs, first], around([]));
    expect([one?.definition.name, two?.definition.name]).toEqual(['First', 'Needs']);
    expect(two?.dependencies).toEqual([{ kind: 'bean', bean: first }]);
  });

  it('prefers the primary bean, also over a service of the host', () => {
    const primary = bean('Primary', { as: [Port], primary: true });
    const nodes = resolveBeans([bean('Other', { as: [Port] }), primary, needs], around([Port]));
    expect(nodes.at(-1)?.dependencies).toEqual([{ kind: 'bean', bean: primary }]);
  });

  it('refuses two primary beans', () => {
    const two = [bean('A', { as: [Port], primary: true }), bean('B', { as: [Port], primary: true })];
    expect(codesOf([...two, needs])).toEqual(['PLUGIN_BEAN_AMBIGUOUS']);
  });

  it('refuses an own bean beside a service of the host or a mapper of a sibling', () => {
    const own = bean('Own', { as: [Port] });
    expect(codesOf([own, needs], around([Port]))).toEqual(['PLUGIN_BEAN_AMBIGUOUS']);
    expect(codesOf([own, needs], around([], [sibling(true)]))).toEqual(['PLUGIN_BEAN_AMBIGUOUS']);
    expect(codesOf([own, needs], around([], [sibling(false)]))).toEqual([]);
  });

  it('injects mappers of siblings, and refuses their other beans', () => {
    expect(codesOf([needs], around([], [sibling(true)]))).toEqual([]);
    expect(codesOf([needs], around([], [sibling(false)]))).toEqual(['PLUGIN_BEAN_MISSING']);
  });

  it('omits a missing optional bean, and refuses an ambiguous one', () => {
    const wishes = bean('Wishes', { inject: [optional(Port)] });
    expect(resolveBeans([wishes], around([]))[0]?.dependencies).toEqual([{ kind: 'none' }]);
    const two = [bean('A', { as: [Port] }), bean('B', { as: [Port] })];
    expect(codesOf([...two, wishes])).toEqual(['PLUGIN_BEAN_AMBIGUOUS']);
  });

  it('injects every bean of a token, in order of their definitions', () => {
    const two = [bean('A', { as: [Port] }), bean('B', { as: [Port] })];
    const collects = bean('Collects', { inject: [all(Port)] });
    expect(resolveBeans([collects, ...two], around([Port])).at(-1)?.dependencies).toEqual([
      { kind: 'beans', beans: two },
    ]);
  });

  it('reports each cycle once', () => {
    const a: BeanDefinition = { ...bean('A'), inject: [] };
    const b = bean('B', { inject: [a.type] });
    const cyclic = { ...a, inject: [b.type] };
    expect(codesOf([cyclic, b, bean('C', { inject: [b.type] })])).toEqual(['PLUGIN_BEAN_CYCLE']);
  });
});
