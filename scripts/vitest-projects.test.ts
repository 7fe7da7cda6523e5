import { describe, expect, it } from 'vitest';
import config from '../vitest.config.ts';

interface Project {
  readonly test: {
    readonly name: string;
    readonly maxWorkers?: number;
    readonly sequence?: { readonly groupOrder: number };
  };
}

describe('the projects of tests', () => {
  it('run in one command: vitest refuses projects of one group with different numbers of workers', () => {
    const projects = (config.test?.projects ?? []) as unknown as readonly Project[];
    expect(projects.length).toBeGreaterThan(3);
    const groups = Map.groupBy(projects, ({ test }) => test.sequence?.groupOrder ?? 0);
    for (const group of groups.values())
      expect(
        new Set(group.map(({ test }) => test.maxWorkers)).size,
        group.map(({ test }) => test.name).join(),
      ).toBe(1);
  });
});
