// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { ALL_PERMISSIONS } from '@/shared/permission';
import { matchingScopes, scopeChoices, withScopes } from './scopes.ts';

describe('scopes of a token', () => {
  it('are the own permissions, each once', () => {
    const own = ['system:user:list', 'system:dict:list', 'system:user:list'];
    expect(scopeChoices(own, ['system:role:add'])).toEqual(['system:dict:list', 'system:user:list']);
    expect(scopeChoices([], ['system:role:add'])).toEqual([]);
  });

  it('are everything, then each known one, for a person who may do everything', () => {
    const known = ['system:user:list', 'app:install:add'];
    expect(scopeChoices([ALL_PERMISSIONS], known)).toEqual([
      ALL_PERMISSIONS,
      'app:install:add',
      'system:user:list',
    ]);
  });

  it.each([
    ['', 3],
    ['  ', 3],
    ['USER', 1],
    ['list system', 2],
    ['list app', 0],
    ['.*', 0],
  ])('are found by %j', (search, count) => {
    const choices = ['app:install:add', 'system:dict:list', 'system:user:list'];
    expect(matchingScopes(choices, search)).toHaveLength(count);
  });

  it('are found by their names', () => {
    const names = new Map([['system:dict:list', 'Content / Dictionaries']]);
    const choices = ['app:install:add', 'system:dict:list'];
    const nameOf = (scope: string) => names.get(scope);
    expect(matchingScopes(choices, 'dictionar', nameOf)).toEqual(['system:dict:list']);
  });

  it.each([
    ['one more', ['b'], ['a'], true, ['a', 'b']],
    ['one twice', ['a'], ['a'], true, ['a']],
    ['one fewer', ['a', 'b'], ['a'], false, ['b']],
    ['those that a search does not show', ['x'], ['a', 'b'], true, ['a', 'b', 'x']],
    ['everything alone', ['a', 'b'], [ALL_PERMISSIONS], true, [ALL_PERMISSIONS]],
    ['nothing after everything', [ALL_PERMISSIONS], [ALL_PERMISSIONS], false, []],
  ])('keep %s', (_, chosen, changed, given, expected) => {
    expect(withScopes(chosen, changed, given)).toEqual(expected);
  });
});
