import { expect, it } from 'vitest';
import { bearerToken, originForm, pathOf, patternMatcher, segmentAt } from './request-facts.ts';

it.each([
  ['/a/b?c=/d#e', '/a/b'],
  ['/a#b?c', '/a'],
  ['/a%20b', '/a b'],
  ['/a%2520b', '/a%20b'],
  ['/a%zz', '/a%zz'],
  ['?x', ''],
])('reads the path of %s', (url, path) => expect(pathOf(url)).toBe(path));

it.each([
  ['/a', '/a'],
  ['http://host:1/a?b', '/a?b'],
  ['HTTP://host', '/'],
  ['http://host?b', '/?b'],
  ['*', '*'],
])('reads %s in origin form', (url, path) => expect(originForm(url)).toBe(path));

it.each([
  [undefined, undefined],
  ['Bearer abc', 'abc'],
  ['bEARER   abc ', 'abc'],
  ['Bearer', ''],
  ['Bearerabc', undefined],
  ['Basic abc', undefined],
  ['', undefined],
])('reads the token of %s', (header, token) => expect(bearerToken(header)).toBe(token));

it('reads the segment at an offset', () => {
  expect([segmentAt('/open/shop/x', 1), segmentAt('/open/shop', 6)]).toEqual(['open', 'shop']);
});

it.each([
  ['/open/**', ['/open/', '/open/a', '/open/a/b', '/open/a\nb'], ['/open', '/opens/a', '/a/open/b']],
  ['/a', ['/a'], ['/a/', '/ab', '/']],
  ['/a/*', ['/a/', '/a/b'], ['/a/b/c', '/a']],
  ['/a/*/c', ['/a/b/c'], ['/a/b/d/c', '/a/c/']],
  ['/**/c', ['/a/b/c', '//c'], ['/a/b/d']],
  ['/a.b', ['/a.b'], ['/axb']],
  ['/a.b/*', ['/a.b/c'], ['/axb/c']],
])('matches the pattern %s as Ant does', (pattern, matched, others) => {
  const matches = patternMatcher([pattern]);
  expect(matched.filter((path) => !matches(path))).toEqual([]);
  expect(others.filter((path) => matches(path))).toEqual([]);
});

it('matches any of several patterns, and nothing without one', () => {
  expect(['/a', '/b', '/c'].map(patternMatcher(['/a', '/b/**', '/c*']))).toEqual([true, false, true]);
  expect(patternMatcher([])('/')).toBe(false);
});
