import { describe, expect, it } from 'vitest';
import { SubstitutionSearch } from '../survey/substitution-search.ts';
import { surveyMapper } from '../survey/survey-mapper.ts';
import { compileFirst, mapperXml, rendered } from '../testing/compiled.ts';

const NAME = 'cn.platform.shop.ItemMapper';

/** Text of a statement, which the host compiles from its elements. */
const textOf = (body: string, fragments: string): string =>
  rendered(compileFirst(`<select id="a">${body}</select>${fragments}`)).text;

/** Whether a statement substitutes text, as the inspector finds in one pass. */
function substitutes(body: string, fragments: string): boolean {
  const survey = surveyMapper(mapperXml(`<select id="a">${body}</select>${fragments}`), { elements: 1e6 });
  const [statement] = survey.statements;
  if (!statement) throw new Error('There is no statement.');
  return new SubstitutionSearch([survey]).substitutes(NAME, statement);
}

describe('includes', () => {
  it.each([
    ['of the same namespace', '<include refid="f"/>', '<sql id="f">1</sql>', '1'],
    ['by full name', `<include refid="${NAME}.f"/>`, '<sql id="f">1</sql>', '1'],
    [
      'of a fragment in a fragment',
      '<include refid="f"/>',
      '<sql id="f">1 <include refid="g"/></sql><sql id="g">2</sql>',
      '1 2',
    ],
    [
      'with a property',
      '<include refid="f"><property name="t" value="i"/></include>',
      '<sql id="f">${t}.id, ${ t }.n</sql>',
      'i.id, i.n',
    ],
    [
      'with a property in an attribute',
      '<include refid="f"><property name="w" value="(x"/></include>',
      '<sql id="f"><trim prefix="${w}">1</trim></sql>',
      '(x 1',
    ],
    [
      'with properties of the include around it',
      '<include refid="f"><property name="t" value="i"/></include>',
      '<sql id="f"><include refid="g"><property name="u" value="${t}2"/></include></sql><sql id="g">${t} ${u}</sql>',
      'i i2',
    ],
    [
      'with a property that replaces that of the include around it',
      '<include refid="f"><property name="t" value="i"/></include>',
      '<sql id="f"><include refid="g"><property name="t" value="j"/></include> ${t}</sql><sql id="g">${t}</sql>',
      'j i',
    ],
    [
      'whose name is a property',
      '<include refid="f"><property name="n" value="g"/></include>',
      '<sql id="f"><include refid="${n}"/></sql><sql id="g">2</sql>',
      '2',
    ],
    ['twice', '<include refid="f"/> <include refid="f"/>', '<sql id="f">1</sql>', '1 1'],
  ])('%s', (_what, body, fragments, expected) => {
    expect(textOf(body, fragments)).toBe(expected);
    expect(substitutes(body, fragments)).toBe(false);
  });

  it.each([
    ['in the statement', '${x}', ''],
    ['in a fragment', '<include refid="f"/>', '<sql id="f">${x}</sql>'],
    [
      'where the property has another name',
      '<include refid="f"><property name="y" value="1"/></include>',
      '<sql id="f">${x}</sql>',
    ],
    [
      'in the value of a property',
      '<include refid="f"><property name="x" value="${y}"/></include>',
      '<sql id="f">${x}</sql>',
    ],
  ])('substitute text %s', (_what, body, fragments) => {
    expect(() => textOf(body, fragments)).toThrow(expect.objectContaining({ code: 'MAPPER_SUBSTITUTION' }));
  });

  it.each([
    ['in the statement', '${x}', '', true],
    ['in a fragment', '<include refid="f"/>', '<sql id="f">${x}</sql>', true],
    ['in an attribute', '<trim prefix="${x}">1</trim>', '', true],
    ['in a fragment that is not included', '1', '<sql id="f">${x}</sql>', false],
    [
      'in a variant of a fragment',
      '<include refid="f"/>',
      '<sql id="f">1</sql><sql id="f" databaseId="mysql">${x}</sql>',
      true,
    ],
    [
      'in the first of two fragments',
      '<include refid="f"/><include refid="g"/>',
      '<sql id="f">${x}</sql><sql id="g">1</sql>',
      true,
    ],
    ['in a bound value', '#{x}', '', false],
  ])('are searched for substituted text %s', (_what, body, fragments, expected) => {
    expect(substitutes(body, fragments)).toBe(expected);
  });

  /** Fragments of which each includes the next `times`; the last is text. */
  const chain = (length: number, times: number, text = '1'): string =>
    Array.from({ length }, (_, index) => {
      const content = index === length - 1 ? text : `<include refid="f${index + 1}"/>`.repeat(times);
      return `<sql id="f${index}">${content}</sql>`;
    }).join('');

  it.each([
    [
      'a fragment that does not exist',
      '\n<include refid="g"/>',
      '',
      `Fragment ${NAME}.g does not exist (line 2).`,
    ],
    [
      'a fragment that includes itself',
      '<include refid="f"/>',
      '<sql id="f"><include refid="f"/></sql>',
      `Fragment ${NAME}.f includes itself.`,
    ],
    [
      'fragments that include one another',
      '<include refid="f"/>',
      '<sql id="f"><include refid="g"/></sql><sql id="g"><include refid="f"/></sql>',
      'includes itself.',
    ],
    [
      'fragments that double each other',
      '<include refid="f0"/>',
      chain(11, 2),
      'include more than 1000 fragments',
    ],
    ['many fragments', '<include refid="f0"/>'.repeat(1001), chain(1, 1), 'include more than 1000 fragments'],
    ['deep nesting', '<include refid="f0"/>', chain(101, 1), 'are nested deeper than 100'],
    [
      'much text',
      '<include refid="f0"/>'.repeat(11),
      chain(1, 1, 'x'.repeat(100_000)),
      'add more than 1000000 characters',
    ],
    [
      'much text by properties',
      '<include refid="f"><property name="p" value="' + 'x'.repeat(100_000) + '"/></include>',
      '<sql id="f">' + '${p}'.repeat(11) + '</sql>',
      'add more than 1000000 characters',
    ],
  ])('are refused with %s, by host and inspector', (_what, body, fragments, message) => {
    for (const run of [textOf, substitutes]) {
      expect(() => run(body, fragments)).toThrow(
        expect.objectContaining({
          code: 'MAPPER_XML_INVALID',
          message: expect.stringMatching(/^Statement a \(line 1\): /) as string,
        }),
      );
      expect(() => run(body, fragments)).toThrow(message);
    }
  });

  it('are accepted up to these limits', () => {
    expect(textOf('<include refid="f0"/>', chain(9, 2))).toBe('1'.repeat(256));
    expect(textOf('<include refid="f0"/>', chain(100, 1))).toBe('1');
    expect(textOf('<include refid="f0"/>'.repeat(1000), chain(1, 1))).toBe('1'.repeat(1000));
    expect(textOf('<include refid="f0"/>', chain(1, 1, 'x'.repeat(999_990)))).toHaveLength(999_990);
    expect(substitutes('<include refid="f0"/>', chain(9, 2))).toBe(false);
    expect(substitutes('<include refid="f0"/>', chain(100, 1))).toBe(false);
    expect(substitutes('<include refid="f0"/>'.repeat(10), chain(1, 1, 'x'.repeat(99_000)))).toBe(false);
  });

  it.each([
    ['without a refid', '<include/>', 'requires the attribute refid.'],
    ['with another attribute', '<include refid="f" x="1"/>', 'has the unknown attribute x.'],
    [
      'with another element',
      '<include refid="f"><bind name="a" value="1"/></include>',
      '<bind> in line 1 is out of place.',
    ],
    [
      'with a property without a value',
      '<include refid="f"><property name="a"/></include>',
      'requires the attribute value.',
    ],
    [
      'with a property without a name',
      '<include refid="f"><property value="a"/></include>',
      'requires the attribute name.',
    ],
  ])('are refused %s', (_what, body, message) => {
    expect(() => textOf(body, '<sql id="f">1</sql>')).toThrow(message);
  });
});

describe('the survey of a jar', () => {
  it('lists statements with their length, includes and lines', () => {
    const survey = surveyMapper(
      mapperXml(
        '<resultMap id="m" type="T"><id column="x"/></resultMap>\n<insert id="b"><!-- note -->ab<if test="t">c</if></insert>\n<sql id="f">\n<include refid="g"><property name="p" value="${v}"/></include></sql>',
      ),
      { elements: 3 },
    );
    expect(survey).toEqual({
      namespace: NAME,
      statements: [
        { tag: 'insert', attributes: { id: 'b' }, line: 2, includes: [], substituted: [], length: 4 },
        {
          tag: 'sql',
          attributes: { id: 'f' },
          line: 3,
          includes: [{ refid: 'g', line: 4, properties: new Map([['p', '${v}']]) }],
          substituted: ['v'],
          length: 8,
        },
      ],
    });
  });

  it('has the namespace of a mapper element only', () => {
    expect(surveyMapper('<beans namespace="a"><mapper namespace="b"/></beans>', { elements: 1 })).toEqual({
      namespace: undefined,
      statements: [],
    });
  });

  it('ends when its budget for all mappers is used up', () => {
    const budget = { elements: 3 };
    const xml = mapperXml('<select id="a"><include refid="f"/></select>');
    surveyMapper(xml, budget);
    expect(() => surveyMapper(xml, budget)).toThrow(
      'The mappers contain more statements and includes than an application has.',
    );
  });
});
