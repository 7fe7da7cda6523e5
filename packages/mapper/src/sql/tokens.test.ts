import { describe, expect, it } from 'vitest';
import type { GrammarName } from './grammars.ts';
import { lineAt, tokenize } from './tokens.ts';

/** Kind and text of each token but spaces. */
const pieces = (grammar: GrammarName, sql: string): string[] =>
  [...tokenize(sql, grammar)].flatMap(({ kind, start, end }) =>
    kind === 'space' ? [] : `${kind} ${sql.slice(start, end)}`,
  );

describe('quotes', () => {
  it.each<[GrammarName, string, string[]]>([
    ['sqlite', `"a""b" [c "d]`, ['identifier "a""b"', 'identifier [c "d]']],
    ['sqlite', '`a``b`c', ['identifier `a``b`', 'word c']],
    ['sqlite', "'a''b\\'e'c'", ["string 'a''b\\'", 'word e', "string 'c'"]],
    ['mysql', '"a\\"b""c"', ['string "a\\"b""c"']],
    ['mysql', "'a\\'b' `c\\`", ["string 'a\\'b'", 'identifier `c\\`']],
    ['mysql', "e'a' [b]", ['word e', "string 'a'", 'symbol [', 'word b', 'symbol ]']],
    ['postgres', "e'a\\'b' E'c''d' 'e\\'", ["string e'a\\'b'", "string E'c''d'", "string 'e\\'"]],
    ['postgres', '"a\\" [b] `', ['identifier "a\\"', 'symbol [', 'word b', 'symbol ]', 'symbol `']],
    ['portable', 'e\'a\' "b" `c`', ['word e', "string 'a'", 'identifier "b"', 'identifier `c`']],
  ])('are read as %s does: %s', (grammar, sql, expected) => {
    expect(pieces(grammar, sql)).toEqual(expected);
  });
});

describe('dollar quotes', () => {
  it.each<[GrammarName, string, string[]]>([
    ['postgres', "$a$ ' $$ $b$ $a$c", ["string $a$ ' $$ $b$ $a$", 'word c']],
    ['postgres', '$$x$$ $ä1$x$ä1$', ['string $$x$$', 'string $ä1$x$ä1$']],
    ['postgres', '$1$ a$b$', ['symbol $', 'word 1$', 'word a$b$']],
    ['portable', '$a1$x$a1$ $1$', ['string $a1$x$a1$', 'symbol $', 'word 1', 'symbol $']],
    ['mysql', '$$', ['symbol $', 'symbol $']],
    ['sqlite', '$$', ['symbol $', 'symbol $']],
  ])('are read as %s does: %s', (grammar, sql, expected) => {
    expect(pieces(grammar, sql)).toEqual(expected);
  });
});

describe('comments', () => {
  it.each<[GrammarName, string, string[]]>([
    ['sqlite', '--a\nb', ['comment --a', 'word b']],
    ['sqlite', '/*/ a */b', ['comment /*/ a */', 'word b']],
    ['sqlite', '/* /* */ a', ['comment /* /* */', 'word a']],
    ['sqlite', '#a', ['symbol #', 'word a']],
    ['postgres', '/* /* */ a */ b', ['comment /* /* */ a */', 'word b']],
    ['postgres', '/* /*/ */ */ b', ['comment /* /*/ */ */', 'word b']],
    ['mysql', '#a\n-- b\n--\tc\n--', ['comment #a', 'comment -- b', 'comment --\tc', 'comment --']],
    ['mysql', '--a /* /* */ b', ['symbol -', 'symbol -', 'word a', 'comment /* /* */', 'word b']],
    ['portable', '-- a\rb', ['comment -- a', 'word b']],
    ['portable', '/* /* */ a', ['comment /* /* */', 'word a']],
  ])('are read as %s does: %s', (grammar, sql, expected) => {
    expect(pieces(grammar, sql)).toEqual(expected);
  });
});

it('words begin with a letter of any language, a digit or an underscore', () => {
  expect(pieces('mysql', 'größe_1 1a$ _x $y')).toEqual([
    ...['word größe_1', 'word 1a$', 'word _x', 'symbol $', 'word y'],
  ]);
  expect(pieces('portable', 'é€$1 1.5e3.x a.b')).toEqual([
    ...['word é€$1', 'word 1.5e3.x', 'word a', 'symbol .', 'word b'],
  ]);
});

it('takes a run of blanks for one token', () => {
  expect([...tokenize(' \n\ta', 'sqlite')]).toEqual([
    { kind: 'space', start: 0, end: 3 },
    { kind: 'word', start: 3, end: 4 },
  ]);
});

describe('what is not closed', () => {
  it.each<[GrammarName, string]>([
    ['sqlite', "'a''"],
    ['sqlite', '"a'],
    ['sqlite', '[a'],
    ['sqlite', '`a'],
    ['sqlite', '/*/'],
    ['mysql', "'a\\'"],
    ['postgres', "e'a\\'"],
    ['postgres', '$a$ $$'],
    ['postgres', '/* /* */'],
  ])('is refused with its line (%s: %s)', (grammar, open) => {
    const sql = `select 1\n, ${open}`;
    expect(() => [...tokenize(sql, grammar)]).toThrow(
      expect.objectContaining({
        ...{ code: 'SQL_SCRIPT_INVALID', status: 400, details: { line: 2 } },
        message: expect.stringMatching(/ in line 2: /) as string,
      }),
    );
  });

  it('is quoted with its first 20 characters', () => {
    expect(() => [...tokenize(`select '${'a'.repeat(99)}`, 'sqlite')]).toThrow(/: 'a{19}$/);
  });
});

it('counts lines from 1', () => {
  expect([0, 1, 2, 3].map((offset) => lineAt('a\n\nb', offset))).toEqual([1, 1, 2, 3]);
});
