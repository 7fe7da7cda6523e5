import { describe, expect, it } from 'vitest';
import { checkMappers } from './check-mapper.ts';

const mapper = (content: string, name = 'A'): { entry: string; xml: string } => {
  return { entry: `${name}.xml`, xml: `<mapper namespace="cn.platform.hello.${name}">${content}</mapper>` };
};
const codesOf = (...files: Array<ReturnType<typeof mapper>>): string[] =>
  checkMappers(files, 'cn.platform.hello.').map(({ severity, code }) => `${severity} ${code}`);
const codes = (content: string): string[] => codesOf(mapper(content));
const fragment = '<sql id="columns">${alias}.id</sql>';

describe('findings about a mapper', () => {
  it('accepts fragments with properties, which are checked on loading', () => {
    const include = '<include refid="columns"><property name="alias" value="i"/></include>';
    expect(codes(`${fragment}<select id="a">select ${include} from hello_item i</select>`)).toEqual([]);
  });

  it('warns of a statement that is marked unsafe, directly or in a fragment', () => {
    const select =
      '<select id="a" unsafe="true">select <include refid="columns"/> from hello_item i</select>';
    expect(codes(fragment + select)).toEqual(['warning MAPPER_UNSAFE']);
    expect(codes('<select id="a" unsafe="true">select 1</select>')).toEqual([]);
  });

  it('refuses fragments that include each other endlessly, without delay', () => {
    const twice = (id: number): string => `<include refid="f${id}"/>`.repeat(2);
    const doubling = Array.from({ length: 40 }, (_, at) => `<sql id="f${at}">${twice(at + 1)}</sql>`).join(
      '',
    );
    expect(codes(`${doubling}<select id="a">${twice(0)}</select>`)).toEqual(['error MAPPER_INVALID']);
    const cycle = mapper(
      '<sql id="f"><include refid="f"/></sql><select id="a"><include refid="f"/></select>',
    );
    expect(checkMappers([cycle], 'cn.platform.hello.')).toMatchObject([
      { code: 'MAPPER_INVALID', message: expect.stringContaining('includes itself') as string },
    ]);
  });

  const included = (refid: string, times = 1): string => `<include refid="${refid}"/>`.repeat(times);
  const chain = (length: number, times: number, around = ''): Array<ReturnType<typeof mapper>> => [
    ...Array.from({ length }, (_, at) =>
      mapper(`<sql id="f">${around}${included(`cn.platform.hello.M${at + 1}.f`, times)}</sql>`, `M${at}`),
    ),
    mapper('<sql id="f">x</sql>', `M${length}`),
    mapper(`<select id="a">${included('cn.platform.hello.M0.f')}</select>`),
  ];
  const INVALID = ['error MAPPER_INVALID'];

  it('follows fragments across files without delay', () => {
    expect(codesOf(...chain(9, 1))).toEqual([]);
    expect(codesOf(...chain(40, 2))).toEqual(INVALID);
    expect(codesOf(...chain(500, 1))).toEqual(INVALID);
    expect(codesOf(...chain(6, 4, 'x'.repeat(10_000)))).toEqual(INVALID);
    expect(codesOf(...chain(3, 1, '${x}'))).toEqual(['error MAPPER_SUBSTITUTION']);
    const [one, two] = [included('cn.platform.hello.B.f'), included('cn.platform.hello.A.f')];
    const circle = mapper(`<sql id="f">${two}</sql>`, 'B');
    expect(codesOf(mapper(`<sql id="f">${one}</sql><select id="a">${two}</select>`), circle)).toEqual(
      INVALID,
    );
  });

  it('limits the number of includes of one jar', () => {
    const all = (selects: number): string[] =>
      codes(
        `<sql id="x">1</sql><sql id="many">${included('x', 999)}</sql>` +
          `<select id="a">${included('many')}</select>`.repeat(selects),
      );
    expect(all(100)).toEqual([]);
    expect(all(101)).toEqual(INVALID);
  });

  it('refuses a fragment that is missing or belongs to another application', () => {
    for (const refid of ['b', 'cn.platform.hello.B.b', 'cn.platform.member.M.b']) {
      expect(codes(`<select id="a">${included(refid)}</select>`), refid).toEqual(INVALID);
    }
  });

  it('limits the text that includes add', () => {
    const fragment = `<sql id="f">${'x'.repeat(600_000)}</sql>`;
    expect(codes(`${fragment}<select id="a">${included('f')}</select>`)).toEqual([]);
    expect(codes(`${fragment}<select id="a">${included('f', 2)}</select>`)).toEqual(INVALID);
  });

  it('finds substitutions in attributes, which become part of the SQL', () => {
    const REFUSED = ['error MAPPER_SUBSTITUTION'];
    const trim = '<trim prefix="${x}">1</trim>';
    expect(codes(`<select id="a">${trim}</select>`)).toEqual(REFUSED);
    expect(codes(`<sql id="f">${trim}</sql><select id="a">${included('f')}</select>`)).toEqual(REFUSED);
    const given = '<include refid="f"><property name="x" value="1"/></include>';
    expect(codes(`<sql id="f">${trim}</sql><select id="a">${given}</select>`)).toEqual([]);
  });

  it('accepts a fragment named by a property, and one per database', () => {
    const named = '<sql id="f"><include refid="${which}"/></sql>';
    const given = '<include refid="f"><property name="which" value="g"/></include>';
    const variants = '<sql id="g" databaseId="mysql">1</sql><sql id="g">2</sql>';
    expect(codes(`${named}${variants}<select id="a">select ${given}</select>`)).toEqual([]);
  });

  it('refuses properties that double, or that are repeated too often', () => {
    const doubling = Array.from(
      { length: 40 },
      (_, at) =>
        `<sql id="f${at}"><include refid="f${at + 1}"><property name="p" value="${'${p}${p}'}"/></include></sql>`,
    ).join('');
    const start = '<include refid="f0"><property name="p" value="xxxxxxxx"/></include>';
    expect(codes(`${doubling}<sql id="f40">${'${p}'}</sql><select id="a">${start}</select>`)).toEqual(
      INVALID,
    );
    const long = `<include refid="f"><property name="p" value="${'x'.repeat(500_000)}"/></include>`;
    expect(codes(`<sql id="f">${'${p}'.repeat(100)}</sql><select id="a">${long}</select>`)).toEqual(INVALID);
  });

  it('refuses endless nesting of statements, includes and elements, and other documents', () => {
    expect(codes('<sql id="f">x</sql>'.repeat(100_001))).toEqual(INVALID);
    expect(codes(`<select id="a">${'<if test="a">'.repeat(200)}${'</if>'.repeat(200)}</select>`)).toEqual(
      INVALID,
    );
    expect(codes('<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///x"/>')).toEqual(
      INVALID,
    );
    const elsewhere = '<!DOCTYPE mapper SYSTEM "https://evil.example/x.dtd">';
    expect(codesOf({ entry: 'A.xml', xml: `${elsewhere}${mapper('').xml}` })).toEqual(INVALID);
  });

  it('warns of XML that is not well-formed, which loading refuses', () => {
    expect(codes('<select id="a">select 1 < 2</select>')).toEqual(['warning MAPPER_MALFORMED']);
  });

  it('refuses text substitution in a statement of its own', () => {
    expect(codes('<delete id="a">delete from ${table}</delete>')).toEqual(['error MAPPER_SUBSTITUTION']);
  });
});
