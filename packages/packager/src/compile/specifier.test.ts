import { expect, it } from 'vitest';
import { packageOf, specifierKind } from './specifier.ts';

it.each([
  ['dayjs', 'dayjs', 'package'],
  ['dayjs/plugin/utc', 'dayjs', 'package'],
  ['@a/b/c/d', '@a/b', 'package'],
  ['@plugins/shop/api', '@plugins/shop', 'sibling'],
  ['@platform/plugin-sdk/core', '@platform/plugin-sdk', 'sdk'],
  ['@platform/plugin-sdk-more', '@platform/plugin-sdk-more', 'hostInternal'],
  ['fs', 'fs', 'builtin'],
])('design 3.1: %s is of %s, a %s', (specifier, name, kind) => {
  expect([packageOf(specifier), specifierKind(specifier)]).toEqual([name, kind]);
});

it.each(['./a.ts', '../a.ts', '/a.ts'])('%s is a file', (specifier) => {
  expect(specifierKind(specifier)).toBe('relative');
});
