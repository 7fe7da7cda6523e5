import { describe, expect, it } from 'vitest';
import { compileFirst, rendered } from '../testing/compiled.ts';

/** Text and value of `#{…}` on PostgreSQL. */
function bound(inside: string, v: unknown): { text: string; values: unknown[] } {
  const statement = compileFirst(`<select id="a">#{${inside}}</select>`, 'postgres');
  return rendered(statement, { v, w: undefined }, 'postgres');
}

const DAY = new Date('2026-11-23T10:00:00Z');
const BYTES = new Uint8Array([1, 2]);

describe('a bound value', () => {
  it.each([
    ['v', 'a', 'a', '?'],
    ['v', 1.5, 1.5, '?'],
    ['v', false, false, '?'],
    ['v', null, null, '?'],
    ['w', undefined, null, '?'],
    ['v', 12345678901234567890n, '12345678901234567890', '?'],
    ['v', DAY, '2026-11-23T10:00:00.000Z', '?'],
    ['v', BYTES, BYTES, '?'],
    ['v', { a: [1] }, '{"a":[1]}', '?'],
    ['v.a', { a: 1 }, 1, '?'],
    ['v, javaType=String', 1, 1, '?'],
    ['v, javaType = String , jdbcType = VARCHAR ', 1, '1', '?::text'],
    ['v,jdbcType=CHAR', 12, '12', '?::text'],
    ['v,jdbcType=LONGVARCHAR', true, 'true', '?::text'],
    ['v,jdbcType=NVARCHAR', 'a', 'a', '?::text'],
    ['v,jdbcType=CLOB', 'a', 'a', '?::text'],
    ['v,jdbcType=DECIMAL', 1.5, '1.5', '?::numeric'],
    ['v,jdbcType=NUMERIC', '1.50', '1.50', '?::numeric'],
    ['v,jdbcType=TINYINT', '7', 7, '?::bigint'],
    ['v,jdbcType=SMALLINT', '7', 7, '?::bigint'],
    ['v,jdbcType=INTEGER', ' 7 ', 7, '?::bigint'],
    ['v,jdbcType=BIGINT', 7, 7, '?::bigint'],
    ['v,jdbcType=INTEGER', ' ', ' ', '?::bigint'],
    ['v,jdbcType=FLOAT', '1.5', 1.5, '?::double precision'],
    ['v,jdbcType=REAL', '1.5', 1.5, '?::double precision'],
    ['v,jdbcType=DOUBLE', '1.5', 1.5, '?::double precision'],
    ['v,jdbcType=BOOLEAN', true, true, '?::boolean'],
    ['v,jdbcType=BOOLEAN', '1', true, '?::boolean'],
    ['v,jdbcType=BIT', 1, true, '?::boolean'],
    ['v,jdbcType=BIT', 'true', true, '?::boolean'],
    ['v,jdbcType=BIT', 'no', false, '?::boolean'],
    ['v,jdbcType=DATE', DAY, '2026-11-23T10:00:00.000Z', '?::date'],
    ['v,jdbcType=TIME', '10:00', '10:00', '?::time'],
    ['v,jdbcType=TIMESTAMP', DAY, '2026-11-23T10:00:00.000Z', '?::timestamp'],
    ['v,jdbcType=OTHER', 'a', '"a"', '?'],
    ['v,jdbcType=VARCHAR', null, null, '?::text'],
    ['v,jdbcType=BIT', null, null, '?::boolean'],
    ['w,jdbcType=OTHER', undefined, null, '?'],
  ])('#{%s} of %s', (inside, value, expected, text) => {
    expect(bound(inside, value)).toEqual({ text, values: [expected] });
  });

  it('is cast on PostgreSQL only', () => {
    const statement = compileFirst('<select id="a">#{v,jdbcType=DATE}</select>');
    expect(rendered(statement, { v: 'x' }, 'sqlite').text).toBe('?');
    expect(rendered(statement, { v: 'x' }, 'mysql').text).toBe('?');
  });

  it('may be an element of a list, whose commas end no path', () => {
    expect(bound("v['a,b'], jdbcType=INTEGER", { 'a,b': '1' }).values).toEqual([1]);
  });

  it.each(['jdbcType=ROW', 'jdbcType', 'mode=IN', 'typeHandler=VARCHAR'])('has no option %s', (option) => {
    expect(() => bound(`v, ${option}`, 1)).toThrow(
      expect.objectContaining({
        code: 'MAPPER_XML_INVALID',
        message: `Statement a (line 1): #{v, ${option}} has the unknown option ${option}.`,
        fix: expect.stringMatching(/^jdbcType takes .*VARCHAR.*OTHER\.$/) as string,
      }),
    );
  });
});
