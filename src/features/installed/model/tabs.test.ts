// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { beanGraph } from './bean-graph.ts';
import { menuDepths } from './menu-depths.ts';
import { nextRunOf } from './next-run.ts';
import { timeOfRoute } from './route-times.ts';

describe('design 15.4: components as a graph', () => {
  const bean = (name: string, ...dependencies: string[]) => ({
    name,
    kind: 'service',
    tokens: [`${name}Token`],
    dependencies,
  });
  const columns = (graph: ReturnType<typeof beanGraph>) =>
    Object.fromEntries(graph.nodes.map(({ id, x }) => [id, x / 270]));

  it('have what uses others at the left, found by name and token', () => {
    const graph = beanGraph([
      bean('Mapper'),
      bean('Controller', 'ServiceToken'),
      bean('Service', 'Mapper', 'HostPart'),
    ]);
    expect(columns(graph)).toEqual({ Controller: 0, Service: 1, Mapper: 2 });
    expect(graph.lines.map(({ key }) => key)).toEqual(['Controller Service', 'Service Mapper']);
    expect(new Set(graph.nodes.map(({ x, y }) => `${x} ${y}`)).size).toBe(3);
  });

  it('end with a cycle, and with nothing', () => {
    expect(beanGraph([bean('A', 'B'), bean('B', 'A')]).nodes).toHaveLength(2);
    expect(beanGraph([])).toEqual({ nodes: [], lines: [], width: 0, height: 0 });
  });
});

describe('tabs of an application', () => {
  it('find the times of a route whatever its parameters are called', () => {
    const time = {
      application: 'hello',
      method: 'GET',
      uri: '/hello/item/{itemId}',
      count: 3,
      errors: 0,
      meanMs: 1,
      p95Ms: 2,
      longestMs: 3,
    };
    expect(timeOfRoute({ method: 'GET', url: '/hello/item/:id' }, [time])).toBe(time);
    expect(timeOfRoute({ method: 'PUT', url: '/hello/item/:id' }, [time])).toBeUndefined();
  });

  it('say when a schedule runs next: its time, or an interval after the last run or the load', () => {
    const loaded = '2026-11-23T10:00:00.000Z';
    expect(nextRunOf({ nextRunAt: loaded }, undefined)).toBe(loaded);
    expect(nextRunOf({ intervalMs: 60_000 }, loaded)).toBe('2026-11-23T10:01:00.000Z');
    expect(nextRunOf({ intervalMs: 60_000, lastRunAt: '2026-11-23T11:00:00.000Z' }, loaded)).toBe(
      '2026-11-23T11:01:00.000Z',
    );
    expect(nextRunOf({}, loaded)).toBeUndefined();
  });

  it('show menus below each other', () => {
    const menu = (menuKey: string, parentKey: string | null) => ({
      menuKey,
      parentKey,
      menuName: '',
      menuType: 'C' as const,
      path: null,
      component: null,
      perms: null,
    });
    expect([
      ...menuDepths([menu('a', null), menu('b', 'a'), menu('c', 'b'), menu('d', null)]).values(),
    ]).toEqual([0, 1, 2, 0]);
  });
});
