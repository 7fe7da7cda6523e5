import { describe, expect, it } from 'vitest';
import { MARK } from '../sql/items.ts';
import { compileFirst, rendered } from '../testing/compiled.ts';

const render = (body: string, parameters: object, attributes = ''): { text: string; values: unknown[] } =>
  rendered(compileFirst(`<select id="a" ${attributes}>${body}</select>`), parameters);

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

  it('joins prefix, content and suffix of a trim, without the overridden words at its ends', () => {
    const trim =
      '<trim prefix="(" suffix=")" prefixOverrides="and | or|, " suffixOverrides=", |;"> #{a} </trim>';
    expect(render(trim, {}).text).toBe('( ? )');
    for (const content of ['and x', 'OR x', ', x', 'x ,', 'x;', 'and x,']) {
      expect(render(trim.replace('#{a}', content), {}).text, content).toBe('( x )');
    }
    expect(render(trim.replace('#{a}', 'andy or x'), {}).text).toBe('( andy or x )');
    expect(render('<trim prefixOverrides="|and">and a</trim>', {}).text).toBe('a');
    expect(render('<trim> a </trim>', {}).text).toBe('a');
    expect(render(trim.replace('#{a}', ''), {}).text).toBe('');
  });

  it('removes the first comma of a set as well', () => {
    expect(render('<set>, a = 1</set>', {}).text).toBe('SET a = 1');
  });

  it.each([
    ['a list', ['x', 'y'], ['x', 0, 'y', 1]],
    ['a set', new Set(['x', 'y']), ['x', 0, 'y', 1]],
    ['a map', new Map([['k', 'x']]), ['x', 'k']],
    ['an object', { k: 'x' }, ['x', 'k']],
    ['an empty list', [], []],
  ])('repeats a foreach for %s', (_kind, list, values) => {
    const body = '<foreach collection="list" open="(" close=")" separator=",">#{item} #{index}</foreach>';
    const { text, values: bound } = render(body, { list });
    expect(bound).toEqual(values);
    expect(text).toBe(
      values.length === 0
        ? ''
        : `(${Array(values.length / 2)
            .fill('? ?')
            .join(' , ')})`,
    );
  });

  it('separates only elements of a foreach that have text', () => {
    const body = '<foreach collection="list" item="x" separator=","><if test="x &gt; 1">#{x}</if></foreach>';
    expect(render(body, { list: [1, 2, 3] }).text).toBe('? , ?');
  });

  it.each([[null], [1], ['text']])('refuses a foreach over %j, unless it is nullable', (list) => {
    expect(() => render('<foreach collection="list">#{item}</foreach>', { list })).toThrow(
      expect.objectContaining({ code: 'MAPPER_PARAMETER_INVALID' }),
    );
    expect(render('x <foreach collection="list" nullable="true">#{item}</foreach>', { list }).text).toBe('x');
  });

  it('knows the parameters as a whole, and the database', () => {
    expect(render('#{_parameter.a} #{_databaseId} #{a}', { a: 1, _databaseId: 'x' }).values).toEqual([
      1,
      'sqlite',
      1,
    ]);
  });
});

describe('a statement', () => {
  it('is fixed when its text is the same for all parameters', () => {
    const isFixed = (body: string): boolean =>
      compileFirst(
        `<select id="a" unsafe="true">${body}</select><sql id="f">1</sql><sql id="g"><if test="a">1</if></sql>`,
      ).fixed;
    expect(isFixed('select #{a}')).toBe(true);
    expect(isFixed('select <include refid="f"/>')).toBe(true);
    expect(isFixed('select <include refid="g"/>')).toBe(false);
    expect(isFixed('select <if test="a">1</if>')).toBe(false);
    expect(isFixed('select ${a}')).toBe(false);
  });

  it('carries what the host needs to run it and map its rows', () => {
    expect(
      compileFirst('\n\n<select id="a" tenant="ignore" resultType="map">select 1</select>'),
    ).toMatchObject({
      name: 'cn.platform.shop.ItemMapper.a',
      id: 'a',
      verb: 'select',
      ignoreTenant: true,
      resultType: 'map',
      resultMap: undefined,
      line: 3,
    });
    expect(compileFirst('<update id="a">update x</update>')).toMatchObject({
      verb: 'update',
      ignoreTenant: false,
    });
  });

  it.each([
    ['an unknown element', '<when test="a"/>', '<when> in line 1 is not an element of a statement.'],
    ['an if without a test', '<if>1</if>', '<if> in line 1 requires the attribute test.'],
    ['a wrong test', '<if test="a ==">1</if>', '<if> in line 1: "a ==" is not an expression'],
    ['a wrong value', '#{a b}', '#{a b}: "a b" is not an expression'],
    ['an attribute of a where', '<where a="1"/>', 'has the unknown attribute a.'],
    ['an attribute of a set', '<set a="1"/>', 'has the unknown attribute a.'],
    ['an attribute of a choose', '<choose a="1"/>', 'has the unknown attribute a.'],
    ['an attribute of a trim', '<trim a="1"/>', 'has the unknown attribute a.'],
    ['a foreach without a collection', '<foreach>1</foreach>', 'requires the attribute collection.'],
    ['a bind without a value', '<bind name="a"/>', 'requires the attribute value.'],
    ['a bind without a name', '<bind value="a"/>', 'requires the attribute name.'],
    ['text in a choose', '<choose>1</choose>', '<choose> in line 1 contains text.'],
    ['a when without a test', '<choose><when>1</when></choose>', 'requires the attribute test.'],
    [
      'an otherwise with a test',
      '<choose><otherwise test="a">1</otherwise></choose>',
      'has the unknown attribute test.',
    ],
    [
      'an otherwise before a when',
      '<choose><otherwise>1</otherwise><when test="a">1</when></choose>',
      '<otherwise> in line 1 is out of place.',
    ],
    ['an if in a choose', '<choose><if test="a">1</if></choose>', '<if> in line 1 is out of place.'],
  ])('is refused with %s', (_what, body, message) => {
    expect(() => render(body, {})).toThrow(
      expect.objectContaining({
        code: 'MAPPER_XML_INVALID',
        message: expect.stringContaining(message) as string,
      }),
    );
    expect(() => render(body, {})).toThrow('Statement a (line 1): ');
  });

  it('puts text of the caller into SQL only when it is marked unsafe', () => {
    const refused = expect.objectContaining({
      code: 'MAPPER_SUBSTITUTION',
      message: 'Statement a (line 1): ${x} puts text into SQL.',
    }) as Error;
    expect(() => render('${x}', { x: 1 })).toThrow(refused);
    expect(() => render('${x}', { x: 1 }, 'unsafe="false"')).toThrow(refused);
    expect(render('${x}', { x: 1 }, 'unsafe="true"').text).toBe('1');
  });

  it('maps its rows by a type or by a result map, not by both', () => {
    expect(() => render('select 1', {}, 'resultType="map" resultMap="m"')).toThrow(
      'The statement has a resultType and a resultMap.',
    );
  });
});
