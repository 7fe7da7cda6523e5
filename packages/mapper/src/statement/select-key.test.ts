import { describe, expect, it } from 'vitest';
import { compileFirst, rendered } from '../testing/compiled.ts';

const insert = (keys: string, databaseId?: string) =>
  compileFirst(`<insert id="a">${keys}insert into item</insert>`, databaseId);

describe('selectKey', () => {
  it('stands before or after its statement, and is no part of its text', () => {
    const statement = insert(
      `<selectKey keyProperty="id" order="BEFORE" resultType="long">select 1</selectKey>
       <selectKey keyProperty="row.n" keyColumn="n">select #{x}</selectKey>`,
    );
    expect(rendered(statement).text).toBe('insert into item');
    const { before, after } = statement.keys;
    expect(before).toMatchObject({ properties: ['id'], resultType: 'long', fixed: true });
    expect(after).toMatchObject({ properties: ['row.n'], resultType: undefined });
    expect(before && rendered(before).text).toBe('select 1');
    expect(after && rendered(after, { x: 2 })).toEqual({ text: 'select ?', values: [2] });
  });

  it('is not needed', () => {
    expect(insert('').keys).toEqual({ before: undefined, after: undefined });
  });

  it.each([
    ['several properties', ' a , b ', '', ['a', 'b'], 'map'],
    ['several properties of a map', 'a,b', 'resultType="map"', ['a', 'b'], 'map'],
    ['one property', 'a', 'resultType="long"', ['a'], 'long'],
    ['one property of any type', 'a', '', ['a'], undefined],
  ])('fills %s', (_what, keyProperty, attributes, properties, resultType) => {
    expect(
      insert(`<selectKey keyProperty="${keyProperty}" ${attributes}>select 1</selectKey>`).keys.after,
    ).toMatchObject({ properties, resultType });
  });

  it.each([
    ['mysql', 'select 2'],
    ['sqlite', 'select 1'],
  ])('of %s is preferred to the one for all databases', (databaseId, expected) => {
    const all = '<selectKey keyProperty="id">select 1</selectKey>';
    const mysql = '<selectKey keyProperty="id" databaseId="mysql">select 2</selectKey>';
    for (const keys of [`${all}${mysql}`, `${mysql}${all}`]) {
      const { after } = insert(keys, databaseId).keys;
      expect(after && rendered(after).text).toBe(expected);
    }
  });

  it.each([
    [
      'twice in one order',
      '<selectKey keyProperty="a">1</selectKey><selectKey keyProperty="b">1</selectKey>',
      'two selectKey elements with order AFTER (line 1)',
    ],
    ['in another order', '<selectKey keyProperty="a" order="before">1</selectKey>', 'has the order before.'],
    ['without a property', '<selectKey>1</selectKey>', 'requires the attribute keyProperty.'],
    [
      'with another attribute',
      '<selectKey keyProperty="a" x="1">1</selectKey>',
      'has the unknown attribute x.',
    ],
    [
      'with several properties of one value',
      '<selectKey keyProperty="a,b" resultType="long">1</selectKey>',
      'has several properties and one value.',
    ],
  ])('is refused %s', (_what, keys, message) => {
    expect(() => insert(keys)).toThrow(message);
  });

  it.each(['select', 'delete'])('is refused in a %s', (verb) => {
    expect(() => compileFirst(`<${verb} id="a"><selectKey keyProperty="a">1</selectKey></${verb}>`)).toThrow(
      `selectKey in line 1 stands in a ${verb}.`,
    );
    expect(
      compileFirst('<update id="a"><selectKey keyProperty="a">1</selectKey></update>').keys.after,
    ).toBeDefined();
  });
});
