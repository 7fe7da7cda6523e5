import { describe, expect, it } from 'vitest';
import { checkMappers } from './check-mapper.ts';

const mapper = (content: string, name = 'A'): { entry: string; xml: string } => {
  return { entry: `${name}.xml`, xml: `<mapper namespace="cn.platform.hello.${name}">${content}</mapper>` };
};
const codesOf = (...files: Array<ReturnType<typeof mapper>>): string[] =>
  checkMappers(files, 'cn.platform.hello.').map(({ severity, code }) => `${severity} ${code}`);
const codes = (content: string): string[] => codesOf(mapper(content));
const fragment = '<sql id="columns">${alias}.id</sql>';

describe('what an operator should know of a mapper', () => {
  it('takes fragments with properties: whether each is given, the load checks', () => {
    const include = '<include refid="columns"><property name="alias" value="i"/></include>';
    expect(codes(`${fragment}<select id="a">select ${include} from hello_item i</select>`)).toEqual([]);
  });

  it('warns of a statement that says that it is unsafe, also where a fragment makes it so', () => {
    const select =
      '<select id="a" unsafe="true">select <include refid="columns"/> from hello_item i</select>';
    expect(codes(fragment + select)).toEqual(['warning MAPPER_UNSAFE']);
    expect(codes('<select id="a" unsafe="true">select 1</select>')).toEqual([]);
  });

  it('refuses fragments that include one another without end, at once', () => {
    const twice = (id: number): string => `<include refid="f${id}"/>`.repeat(2);
    const doubling = Array.from({ length: 40 }, (_, at) => `<sql id="f${at}">${twice(at + 1)}</sql>`).join(
      '',
    );
    expect(codes(`${doubling}<select id="a">${twice(0)}</select>`)).toEqual(['error MAPPER_INVALID']);
    expect(
      codes('<sql id="f"><include refid="f"/></sql><select id="a"><include refid="f"/></select>'),
    ).toEqual(['error MAPPER_INVALID']);
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

  it('follows fragments from file to file, at once', () => {
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

  it('refuses a fragment that is nowhere, or another application’s', () => {
    for (const refid of ['b', 'cn.platform.hello.B.b', 'cn.platform.member.M.b']) {
      expect(codes(`<select id="a">${included(refid)}</select>`), refid).toEqual(INVALID);
    }
  });

  it('takes a fragment whose name is a property, and one for each database', () => {
    const named = '<sql id="f"><include refid="${which}"/></sql>';
    const given = '<include refid="f"><property name="which" value="g"/></include>';
    const variants = '<sql id="g" databaseId="mysql">1</sql><sql id="g">2</sql>';
    expect(codes(`${named}${variants}<select id="a">select ${given}</select>`)).toEqual([]);
  });

  it('refuses properties that double, or that many places repeat', () => {
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

  it('refuses statements, includes and elements in one another without end, and other documents', () => {
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

  it('warns of XML that is not well-formed: the load refuses it', () => {
    expect(codes('<select id="a">select 1 < 2</select>')).toEqual(['warning MAPPER_MALFORMED']);
  });

  it('refuses text in a statement of its own', () => {
    expect(codes('<delete id="a">delete from ${table}</delete>')).toEqual(['error MAPPER_SUBSTITUTION']);
  });
});
