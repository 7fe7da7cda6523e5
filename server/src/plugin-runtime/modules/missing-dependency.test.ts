import { expect, it } from 'vitest';
import { MissingDependency, missingOf, standInExports } from './missing-dependency.ts';

it('stands in for the classes of a module that cannot be loaded, until somebody uses one', async () => {
  const made = standInExports('redis', 'src/redis.ts') as Record<string, new () => unknown>;
  const { Client } = made;
  expect(made['Client']).toBe(Client);
  expect([missingOf(Client), missingOf(class {})]).toEqual(['redis', undefined]);
  expect(() => new Client!()).toThrow(MissingDependency);
});

it('can be awaited as any module', async () => {
  const made = standInExports('redis', 'src/redis.ts');
  expect(await Promise.resolve(made)).toBe(made);
});
