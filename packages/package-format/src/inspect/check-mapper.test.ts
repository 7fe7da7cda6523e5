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

  it('refuses text in a statement of its own', () => {
    expect(codes('<delete id="a">delete from ${table}</delete>')).toEqual(['error MAPPER_SUBSTITUTION']);
  });
});
