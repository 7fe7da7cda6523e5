import { describe, expect, it } from 'vitest';
import { MARK } from '../sql/items.ts';
import { compileFirst } from '../testing/compiled.ts';
import { checkPart } from './check-part.ts';
import { piecesOf, renderWith } from './probe.ts';

const compile = (body: string, databaseId?: string) =>
  compileFirst(`<select id="a" unsafe="true">${body}</select>`, databaseId);

/** Wrong parts of a statement, in which a word that begins with `bad` is an error. */
async function wrong(body: string): Promise<string[]> {
  const attempt = async (text: string): Promise<string | undefined> => /\bbad\w*/.exec(text)?.[0];
  const parts = await checkPart(compile(body, 'sqlite'), 'sqlite', attempt, (failure) => failure.length);
  return parts.map(({ failure, line }) => `${failure}:${line ?? 'fixed'}`);
}

describe('a part of a statement is wrong', () => {
  it.each<[string, string, string[]]>([
    ['never', 'select <if test="a">b</if>', []],
    ['when the fixed part is', 'bad <if test="a">b</if>', ['bad:fixed']],
    ['when it is', 'select\n<if test="a">bad</if>\n<if test="b">c</if>', ['bad:2']],
    ['each by itself', 'select\n<if test="a">bad1</if>\n<if test="b">bad2</if>', ['bad1:2', 'bad2:3']],
    [
      'and what is inside it is not named as well',
      '<if test="a">bad\n<if test="b">bad2</if></if>',
      ['bad:1'],
    ],
    ['inside a correct one', '<if test="a">b\n<if test="b">bad</if></if>', ['bad:2']],
    [
      'in each arm',
      '<choose>\n<when test="a">b</when>\n<when test="b">bad1</when>\n<otherwise>bad2</otherwise></choose>',
      ['bad1:3', 'bad2:4'],
    ],
    [
      'in an arm of the shorter of two choices',
      '<choose>\n<when test="a">bad1</when>\n<otherwise>b</otherwise></choose> <choose><when test="a">c</when><when test="b">d</when>\n<otherwise>bad2</otherwise></choose>',
      ['bad1:2', 'bad2:4'],
    ],
    ['in a list', '<foreach collection="x" item="i">bad</foreach>', ['bad:fixed']],
    ['not in text of the caller', 'bad ${x}', []],
  ])('%s', async (_what, body, expected) => {
    expect(await wrong(body)).toEqual(expected);
  });

  it('with the most significant failure, of the fewest parts among equals', async () => {
    const parts = await checkPart(
      compile('x <if test="a">y</if>'),
      'sqlite',
      async (text) => text.trim().replaceAll(/\s+/g, ' '),
      () => 0,
    );
    expect(parts).toEqual([{ failure: 'x', line: undefined }]);
    expect(await wrong('bad <if test="a">,</if> <if test="b">x</if>')).toEqual(['bad:fixed']);
    expect(await wrong('<if test="a">bad</if> badder')).toEqual(['badder:fixed']);
  });

  it('only if it is wrong in every variant', async () => {
    const body = '<if test="a">A</if> <if test="b">B</if> <if test="c">C</if>';
    const parts = (fails: (text: string) => boolean): Promise<unknown[]> =>
      checkPart(
        compile(body),
        'sqlite',
        async (text) => (fails(text) ? 'wrong' : undefined),
        () => 0,
      );
    expect(await parts((text) => text.includes('A') && text.includes('B'))).toEqual([]);
    expect(await parts((text) => text.includes('C') !== text.includes('A'))).toEqual([]);
    expect(
      await parts((text) => text.includes('B') || text.includes('C') !== text.includes('A')),
    ).toHaveLength(1);
  });

  it('not when too many variants would have to be tried', async () => {
    let tries = 0;
    const check = (parts: number): Promise<unknown[]> =>
      checkPart(
        compile(Array.from({ length: parts }, (_, index) => `<if test="a">x${index}</if>`).join(' ')),
        'sqlite',
        async () => {
          tries += 1;
          return 'wrong';
        },
        () => 0,
      );
    expect(await check(5)).toHaveLength(1);
    tries = 0;
    expect(await check(30)).toEqual([]);
    expect(tries).toBe(200);
  });

  it('is tried once in each text', async () => {
    const tried: string[] = [];
    await checkPart(
      compile('a<if test="x"></if><if test="y"></if>'),
      'sqlite',
      async (text) => {
        tried.push(text);
        return 'wrong';
      },
      () => 0,
    );
    expect(tried).toEqual(['a']);
  });
});

describe('parts of a statement on a database', () => {
  const sources = (test: string): string[] =>
    piecesOf(compile(`<if test="${test}">x</if>`, 'sqlite'), 'sqlite').map(({ piece }) => piece.source);

  it.each([
    "_databaseId == 'mysql'",
    "_databaseId != 'sqlite'",
    '_databaseId == &quot;postgres&quot;',
    "_databaseId in {'mysql', 'postgres'}",
    "!(_databaseId == 'sqlite')",
    "a != null and _databaseId == 'mysql'",
    "_databaseId == 'mysql' &amp;&amp; a",
  ])('leave out what is for others: %s', (test) => {
    expect(sources(test)).toEqual([]);
  });

  it.each([
    "_databaseId == 'sqlite'",
    "_databaseId != 'mysql'",
    "_databaseId == 'mysql' or a",
    "_databaseId == 'mysql' || a",
    "_databaseId == 'oracle'",
    '_databaseId == other',
    "(_databaseId == 'mysql' and a)",
    "name == 'mysql'",
  ])('contain what may be for it: %s', (test) => {
    expect(sources(test)).toHaveLength(1);
  });

  it('know what is around them, and their alternatives', () => {
    const pieces = piecesOf(
      compile(
        '<if test="a"><choose><when test="b">1</when><otherwise>2</otherwise></choose></if><if test="c">3</if>',
      ),
      'sqlite',
    );
    const names = pieces.map(({ piece, within, alternatives }) => ({
      name: piece.source,
      within: within.map(({ source }) => source),
      alternatives: alternatives.map(({ source }) => source),
    }));
    expect(names).toEqual([
      { name: 'a', within: [], alternatives: ['a'] },
      { name: 'b', within: ['a'], alternatives: ['b', ''] },
      { name: '', within: ['a'], alternatives: ['b', ''] },
      { name: 'c', within: [], alternatives: ['c'] },
    ]);
  });

  it('are rendered without parameters: chosen parts, and lists of two', () => {
    const sql = compile(
      '<bind name="p" value="q.r"/>x #{p} <if test="a">A</if><choose><when test="b">B</when><otherwise>C</otherwise></choose><foreach collection="l" item="i" open="(" close=")" separator=",">#{i.n,jdbcType=DATE}</foreach>',
      'postgres',
    );
    const pieces = piecesOf(sql, 'postgres').map(({ piece }) => piece);
    const text = (chosen: typeof pieces): string | undefined =>
      renderWith(sql, new Set(chosen), 'postgres').text?.replaceAll(MARK, '?').replaceAll(/\s+/g, ' ').trim();
    expect(text([])).toBe('x ? (?::date , ?::date)');
    expect(text(pieces)).toBe('x ? AB (?::date , ?::date)');
    expect(text(pieces.slice(2))).toBe('x ? C (?::date , ?::date)');
    expect([...renderWith(sql, new Set(pieces), 'postgres').pieces]).toEqual(pieces.slice(0, 2));
  });
});
