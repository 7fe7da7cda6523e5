import { describe, expect, it } from 'vitest';
import { hasPermission } from './has-permission.ts';

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
  });

  it('nobody has any', () => expect(hasPermission(undefined, 'a:b:c')).toBe(false));
});
