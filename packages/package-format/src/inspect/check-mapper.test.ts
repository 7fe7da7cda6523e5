import { describe, expect, it } from 'vitest';
import { checkMapper } from './check-mapper.ts';

const codes = (content: string): string[] =>
  checkMapper(
    'A.xml',
    `<mapper namespace="cn.platform.hello.A">${content}</mapper>`,
    'cn.platform.hello.',
  ).map(({ severity, code }) => `${severity} ${code}`);
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

  it('warns of XML that is not well-formed: the load refuses it', () => {
    expect(codes('<select id="a">select 1 < 2</select>')).toEqual(['warning MAPPER_MALFORMED']);
  });

  it('refuses text in a statement of its own', () => {
    expect(codes('<delete id="a">delete from ${table}</delete>')).toEqual(['error MAPPER_SUBSTITUTION']);
  });
});
