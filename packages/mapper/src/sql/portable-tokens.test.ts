import { describe, expect, it } from 'vitest';
import { tokenizePortable } from './portable-tokens.ts';

const found = (sql: string): string[] =>
  tokenizePortable(sql).ambiguities.map(({ line, what }) => `${line}: ${what}`);

describe('tokens for all databases', () => {
  it('have a meaning, a line and a place', () => {
    const sql = `a "B" 'it''s' -- x\n1.5 /* y\n */ ( $$z$$ $t$u$t$`;
    const { tokens, ambiguities } = tokenizePortable(sql);
    expect(tokens.map(({ kind, text, line }) => `${line} ${kind} ${text}`)).toEqual([
      ...['1 word a', '1 quoted B', "1 string it''s", '2 number 1.5'],
      ...['3 punctuation (', '3 dollar z', '3 dollar u'],
    ]);
    expect(tokens.map(({ start, end }) => sql.slice(start, end)).join(' ')).toBe(
      `a "B" 'it''s' 1.5 ( $$z$$ $t$u$t$`,
    );
    expect(ambiguities).toEqual([]);
  });

  it('count the lines of texts', () => {
    const { tokens } = tokenizePortable("'a\n\nb' c");
    expect(tokens.map(({ line }) => line)).toEqual([1, 3]);
  });
});

describe('what databases read differently', () => {
  it.each([
    ['select 1--1', '1: a comment without a blank after its dashes, which MySQL takes for two minus signs'],
    ['select 1\n# x', '2: a # outside of a text, which begins a comment in MySQL'],
    ['-- a\rb', '1: a carriage return by itself, which ends a comment in PostgreSQL alone'],
    ['a \u0001', '1: a control character'],
    ['\u000B', '1: a control character'],
    ['a;\n;\u00A0b', '2: a blank that databases take for a letter'],
    ['a\u2003b', '1: a blank that databases take for a letter'],
    ['/*! a */', '1: a comment that MySQL and MariaDB execute'],
    ['/*M! a */', '1: a comment that MySQL and MariaDB execute'],
    ['/* a /* b */ c', '1: a comment inside a comment'],
    ["'a\\'", '1: a backslash before a quote'],
    ['"a\\"', '1: a backslash before a quote'],
    ['`a b`', '1: more than letters and digits in a name between `'],
    ['[a]', '1: a name in square brackets, as only SQLite reads it'],
    ['a[b]', '1: a name in square brackets, as only SQLite reads it'],
    ['array[(1)]', '1: a name in square brackets, as only SQLite reads it'],
    ["1\n'a", '2: a quote or comment that is not closed'],
  ])('%j', (sql, what) => {
    expect(found(sql)).toContain(what);
  });

  it.each([
    ...['-- a', '--', '--\na', 'a\r\nb', '\ta\fb', '/* ! a */', '/*/ a */', "'/* /* */'", "'# --a \u00A0'"],
    ...["'a\\b'", '$$ a\\$$', '`a_1$é`', '``', 'int[]', 'a[12]', 'array[1, x.y]', 'ARRAY[a_b]'],
  ])('not %j', (sql) => {
    expect(found(sql)).toEqual([]);
  });

  it.each(['a \u00A0b', 'a \n\u00A0b', 'a \u000Bb'])('also behind other blanks: %j', (sql) => {
    expect(found(sql)).toHaveLength(1);
  });

  it('is reported at most 100 times', () => {
    expect(found('#'.repeat(101))).toHaveLength(100);
  });

  it('keeps what was read before', () => {
    expect(tokenizePortable("a 'b").tokens.map(({ text }) => text)).toEqual(['a']);
  });
});

it('reads no more than 400,000 tokens', () => {
  const most = ';'.repeat(400_000);
  expect(found(`${most} -- the end\n `)).toEqual([]);
  const { tokens, ambiguities } = tokenizePortable(`${most};`);
  expect(tokens).toHaveLength(400_000);
  expect(ambiguities).toEqual([{ line: 1, what: 'more words and signs than a script has' }]);
});
