import { describe, expect, it } from 'vitest';
import type { Dialect } from '../dialect.ts';
import { isGroup, isLeaf, isName, isWord, leaves, MARK, parseItems, separated, type Item } from './items.ts';

type Shape = string | Shape[];

const shape = (items: readonly Item[]): Shape[] =>
  items.map((item) => (isGroup(item) ? shape(item.items) : item.name));

describe('the items of a statement', () => {
  it('are words, signs and groups, without comments', () => {
    expect(shape(parseItems('Select (a, ((1)) -- x\n) /* y */ FROM t', 'sqlite'))).toEqual([
      ...['select', ['a', ',', [['1']]], 'from', 't'],
    ]);
  });

  it('know their place in the text', () => {
    const sql = 'Ab  ( c )';
    const [word, group] = parseItems(sql, 'sqlite');
    expect(word).toEqual({ kind: 'word', text: 'Ab', name: 'ab', start: 0, end: 2 });
    expect([isLeaf(word), isGroup(word), isLeaf(group), isGroup(group)]).toEqual([true, false, false, true]);
    expect(group && sql.slice(group.start, group.end)).toBe('( c )');
    expect([isLeaf(undefined), isGroup(undefined)]).toEqual([false, false]);
  });

  it.each<[Dialect, string, string]>([
    ['sqlite', '"A""b"', 'a"b'],
    ['sqlite', '[A b]', 'a b'],
    ['mysql', '`A``b`', 'a`b'],
    ['postgres', "'A'", "'a'"],
  ])('have names without quotes (%s: %s)', (dialect, sql, name) => {
    expect(shape(parseItems(sql, dialect))).toEqual([name]);
  });

  it('are keywords only without quotes, and names only without being texts or signs', () => {
    const [keyword, quoted, text, sign] = parseItems('FROM "from" \'from\' =', 'sqlite');
    const all = [keyword, quoted, text, sign, undefined];
    expect(all.map((item) => isWord(item, 'where', 'from', '='))).toEqual([true, false, false, true, false]);
    expect(all.map((item) => isName(item))).toEqual([true, true, false, false, false]);
  });

  it('are listed with their successor in the same parentheses', () => {
    const found = [...leaves(parseItems('a (b c) d', 'sqlite'))];
    expect(found.map(({ leaf, next }) => [leaf.name, next && shape([next])[0]])).toEqual([
      ...[
        ['a', ['b', 'c']],
        ['b', 'c'],
        ['c', undefined],
        ['d', undefined],
      ],
    ]);
  });

  it('are separated by the commas outside of parentheses', () => {
    expect(separated(parseItems('a, b (c, d),', 'sqlite')).map(shape)).toEqual([
      ...[['a'], ['b', ['c', ',', 'd']], []],
    ]);
  });
});

describe('refused', () => {
  it.each([
    ['a comment that MySQL executes', 'select /*! 1 */ 2', 'executed by some databases'],
    ['a comment that MariaDB executes', 'select /*M! 1 */ 2', 'executed by some databases'],
    ['a value in a text', `select 'a${MARK}'`, "stands inside 'a#{…}'"],
    ['values in a comment', `select 1 /* ${MARK} ${MARK} */`, 'stands inside /* #{…} #{…} */'],
    ['a parenthesis that is not opened', 'select 1)', 'its parentheses do not match'],
    ['a parenthesis that is not closed', 'select (1', 'its parentheses do not match'],
  ])('%s', (_what, sql, message) => {
    expect(() => parseItems(sql, 'mysql')).toThrow(
      expect.objectContaining({
        code: 'TENANT_QUERY_REFUSED',
        message: expect.stringContaining(message) as string,
      }),
    );
  });

  it('only where they mean something', () => {
    const sql = `select '/*! ( */', ${MARK} /* see /*! ( */`;
    expect(shape(parseItems(sql, 'mysql'))).toEqual(['select', "'/*! ( */'", ',', MARK]);
  });
});
