import { describe, expect, it } from 'vitest';
import { mapperXml, PREFIX } from '../testing/compiled.ts';
import { readMapperFile } from './mapper-file.ts';
import { readMappers } from './read-mappers.ts';

const NAME = `${PREFIX}ItemMapper`;
const read = (content: string, databaseId = 'sqlite') =>
  readMapperFile(mapperXml(content), PREFIX, databaseId);

describe('a mapper file', () => {
  it('has statements, fragments and result maps', () => {
    const file = read(
      `<sql id="f">1</sql><resultMap id="m" type="T"/><select id="a">1</select><insert id="b">1</insert>
       <update id="c">1</update><delete id="d">1</delete>`,
    );
    expect(file.namespace).toBe(NAME);
    expect([...file.fragments.keys()]).toEqual([`${NAME}.f`]);
    expect([...file.resultMaps.keys()]).toEqual([`${NAME}.m`]);
    expect(file.statements.map(({ id, verb }) => `${verb} ${id}`)).toEqual([
      'select a',
      'insert b',
      'update c',
      'delete d',
    ]);
  });

  it('may use one id for a fragment, a result map and a statement', () => {
    const file = read('<sql id="a">1</sql><resultMap id="a" type="T"/><select id="a">1</select>');
    expect([file.fragments.size, file.resultMaps.size, file.statements.length]).toEqual([1, 1, 1]);
  });

  it.each([
    ['mysql', 'for mysql'],
    ['sqlite', 'for all'],
  ])('chooses the element of %s, else the one for all databases', (databaseId, expected) => {
    const [all, mysql] = [
      '<select id="a">for all</select>',
      '<select id="a" databaseId="mysql">for mysql</select>',
    ];
    for (const content of [`${all}${mysql}`, `${mysql}${all}`]) {
      const { statements } = read(content, databaseId);
      expect(statements.map(({ element }) => element.children)).toEqual([[expected]]);
    }
  });

  it('leaves out elements of other databases', () => {
    expect(read('<select id="a" databaseId="mysql">1</select>').statements).toEqual([]);
  });

  it.each([
    [
      'two statements of one id',
      '<select id="a">1</select>\n<insert id="a">1</insert>',
      'have the id a (lines 1 and 2)',
    ],
    ['two fragments of one id', '<sql id="a">1</sql><sql id="a">1</sql>', 'have the id a'],
    ['a statement without an id', '<select>1</select>', '<select> in line 1 requires the attribute id.'],
    ['an insert without an id', '<insert>1</insert>', '<insert> in line 1 requires the attribute id.'],
    ['a fragment without an id', '<sql>1</sql>', '<sql> in line 1 requires the attribute id.'],
    ['a result map without a type', '<resultMap id="m"/>', 'requires the attribute type.'],
    ['a result map without an id', '<resultMap type="T"/>', 'requires the attribute id.'],
    ['an unknown attribute of a fragment', '<sql id="a" lang="x">1</sql>', 'has the unknown attribute lang.'],
    [
      'an unknown attribute of a result map',
      '<resultMap id="m" type="T" x="1"/>',
      'has the unknown attribute x.',
    ],
    ['an unknown attribute of a select', '<select id="a" x="1">1</select>', 'has the unknown attribute x.'],
    [
      'a result type of a change',
      '<update id="a" resultType="T">1</update>',
      '<update> in line 1 has the unknown attribute resultType.',
    ],
    ['another element', '<cache/>', '<cache> in line 1 is not an element of a mapper.'],
    ['text beside its elements', 'select 1', '<mapper> in line 1 contains text.'],
  ])('is refused with %s', (_what, content, message) => {
    expect(() => read(content)).toThrow(
      expect.objectContaining({
        code: 'MAPPER_XML_INVALID',
        message: expect.stringContaining(message) as string,
      }),
    );
  });

  it('begins with a mapper that has no attribute but its namespace', () => {
    expect(() => readMapperFile('<beans/>', PREFIX, 'sqlite')).toThrow('The root element is <beans>.');
    expect(() => readMapperFile(`<mapper namespace="${NAME}" x="1"/>`, PREFIX, 'sqlite')).toThrow(
      'has the unknown attribute x.',
    );
  });

  it.each([
    ['<mapper/>', 'Its namespace is missing.'],
    [
      '<mapper namespace="cn.platform.crm.A"/>',
      `Its namespace "cn.platform.crm.A" is not the application's.`,
    ],
  ])('%s is not of the application', (xml, message) => {
    expect(() => readMapperFile(xml, PREFIX, 'sqlite')).toThrow(
      expect.objectContaining({ code: 'MAPPER_NAMESPACE', message }),
    );
  });
});

describe('mapper files of an application', () => {
  it.each([
    ['<select id="a">1</select>', 'Mapped Statements'],
    ['<sql id="a">1</sql>', 'SQL fragments'],
    ['<resultMap id="a" type="T"/>', 'Result Maps'],
  ])('may not both define %s', (content, collection) => {
    const failures: unknown[] = [];
    const { files } = readMappers(
      ['a.xml', 'b.xml'].map((entry) => ({ entry, xml: mapperXml(content) })),
      PREFIX,
      'sqlite',
      () => undefined,
      (entry, error) => failures.push([entry, error]),
    );
    expect([...files.keys()]).toEqual(['a.xml']);
    expect(failures).toEqual([
      [
        'b.xml',
        expect.objectContaining({
          code: 'MAPPER_DUPLICATE',
          message: `${collection} collection already contains value for ${NAME}.a: it is in a.xml.`,
        }),
      ],
    ]);
  });

  it('share their fragments and result maps; one that a check refuses is left out', () => {
    const refused = new Error('refused');
    const failures: unknown[] = [];
    const { files, fragments, resultMaps } = readMappers(
      [
        { entry: 'a.xml', xml: mapperXml('<sql id="f">1</sql>') },
        { entry: 'b.xml', xml: mapperXml('<resultMap id="m" type="T"/>') },
        { entry: 'c.xml', xml: mapperXml('<sql id="g">1</sql>') },
      ],
      PREFIX,
      'sqlite',
      (file) => {
        if (file.fragments.has(`${NAME}.g`)) throw refused;
      },
      (entry, error) => failures.push([entry, error]),
    );
    expect([...files.keys()]).toEqual(['a.xml', 'b.xml']);
    expect([...fragments.keys(), ...resultMaps.keys()]).toEqual([`${NAME}.f`, `${NAME}.m`]);
    expect(failures).toEqual([['c.xml', refused]]);
  });
});
