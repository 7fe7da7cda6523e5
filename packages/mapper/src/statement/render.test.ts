import { describe, expect, it } from 'vitest';
import { MARK } from '../sql/items.ts';
import { compileStatement } from './compile-statement.ts';
import { readMappers } from './read-mappers.ts';
import { renderStatement } from './render.ts';

const NAMESPACE = 'cn.platform.shop.ItemMapper';

function render(body: string, parameters: object, attributes = ''): { text: string; values: unknown[] } {
  const xml = `<mapper namespace="${NAMESPACE}"><select id="a" ${attributes}>${body}</select></mapper>`;
  const failed = (_entry: string, error: unknown): never => {
    throw error as Error;
  };
  const { files, fragments } = readMappers(
    [{ entry: 'a.xml', xml }],
    'cn.platform.shop.',
    'sqlite',
    () => undefined,
    failed,
  );
  const file = files.get('a.xml');
  const source = file?.statements[0];
  if (!file || !source) throw new Error('The statement was not read.');
  const statement = compileStatement(file, source, { fragments, databaseId: 'sqlite' });
  const { text, values } = renderStatement(statement, parameters, 'sqlite');
  return { text: text.replaceAll(MARK, '?').replaceAll(/\s+/g, ' ').trim(), values: [...values] };
}

describe('rendering of a statement', () => {
  it('ends variables of a foreach with the foreach', () => {
    const body = '<foreach collection="list" item="x" index="i" separator=",">#{x} #{i}</foreach> #{x} #{i}';
    expect(render(body, { list: ['a', 'b'], x: 'outer', i: 'index' })).toEqual({
      text: '? ? , ? ? ? ?',
      values: ['a', 0, 'b', 1, 'outer', 'index'],
    });
  });

  it('ends variables of a bind with the element around it', () => {
    const body = '<if test="true"><bind name="x" value="\'inner\'"/>#{x}</if> #{x}';
    expect(render(body, { x: 'outer' }).values).toEqual(['inner', 'outer']);
  });

  it('finds the outer variable of a nested foreach', () => {
    const body =
      '<foreach collection="a" item="x"><foreach collection="b" item="y">#{x}#{y}</foreach>#{x}</foreach>';
    expect(render(body, { a: [1, 2], b: [3] }).values).toEqual([1, 3, 1, 2, 3, 2]);
  });

  it('binds no additional value for substituted text', () => {
    const { text, values } = render('select ${x} = #{y}', { x: `a${MARK}b`, y: 1 }, 'unsafe="true"');
    expect({ text, values }).toEqual({ text: 'select ab = ?', values: [1] });
  });

  it('renders the first matching arm of a choose, else its otherwise', () => {
    const body =
      '<choose><when test="a == 1">one</when><when test="a &gt; 0">more</when><otherwise>none</otherwise></choose>';
    expect([1, 2, 0].map((a) => render(body, { a }).text)).toEqual(['one', 'more', 'none']);
  });

  it('removes the first conjunction of a where, and the last comma of a set', () => {
    const where = '<where><if test="a">and a = 1</if><if test="b"> or orders = 2</if></where>';
    expect(render(where, { a: true, b: true }).text).toBe('WHERE a = 1 or orders = 2');
    expect(render(where, { b: true }).text).toBe('WHERE orders = 2');
    expect(render(where, {}).text).toBe('');
    expect(render('<set>a = 1, b = 2,</set>', {}).text).toBe('SET a = 1, b = 2');
  });
});
