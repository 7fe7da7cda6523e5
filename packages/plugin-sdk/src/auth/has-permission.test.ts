import { describe, expect, it } from 'vitest';
import { hasPermission, permissionCheck } from './has-permission.ts';

describe('findings: code E; one meaning of permissions for host, shell and kit', () => {
  it.each<[string[], string | string[], boolean]>([
    [['*:*:*'], 'app:install:add', true],
    [['app:install:add'], 'app:install:add', true],
    [['app:install:*'], 'app:install:add', true],
    [['*:install:add'], 'app:install:add', true],
    [['app:*:*'], 'app:install:add', true],
    [['app:install:*'], 'app:console:add', false],
    [['app:*'], 'app:install:add', false],
    [['app:install:a*'], 'app:install:add', false],
    [['app:install:add'], 'app:install:*', false],
    [['app:install:add'], '*:*:*', false],
    [[], 'app:install:add', false],
    [['b'], ['a', 'b'], true],
    [['c'], ['a', 'b'], false],
    [['*:*:*'], [], false],
    [[], [], false],
  ])('%j has %j: %s', (permissions, required, expected) => {
    expect(hasPermission(permissions, required)).toBe(expected);
    expect(hasPermission({ permissions }, required)).toBe(expected);
    expect(permissionCheck(permissions)(required)).toBe(expected);
    expect(permissionCheck({ permissions })(required)).toBe(expected);
  });

  it('nobody has any', () => {
    expect(hasPermission(undefined, 'a:b:c')).toBe(false);
    expect(permissionCheck(undefined)('a:b:c')).toBe(false);
  });
});

it('many questions read the permissions of a person once', () => {
  let reads = 0;
  const permissions = new Proxy(
    Array.from({ length: 1_000 }, (_, at) => `scale:page${at}:list`),
    { get: (list, key) => (reads++, Reflect.get(list, key) as unknown) },
  );
  const check = permissionCheck({ permissions });
  const first = reads;
  for (let at = 0; at < 2_000; at++) expect(check(`scale:page${at}:list`)).toBe(at < 1_000);
  expect(reads).toBe(first);
});
