import { describe, expect, it } from 'vitest';
import { compileExpression } from './expression.ts';
import { compare, element, equal, property, text, truthy } from './values.ts';

const evaluate = (expression: string, values: Readonly<Record<string, unknown>> = {}): unknown =>
  compileExpression(expression)({ lookup: (name) => values[name] });
const DAY = new Date('2026-11-23T10:00:00.000Z');

describe('values of expressions', () => {
  it.each<[unknown, boolean]>([
    [true, true],
    [false, false],
    [0, false],
    [0n, false],
    [-1, true],
    [2n, true],
    ['', true],
    ['false', true],
    [null, false],
    [undefined, false],
    [[], true],
    [{}, true],
  ])('%s holds: %s', (value, expected) => {
    expect(truthy(value)).toBe(expected);
  });

  it.each<[unknown, unknown, boolean]>([
    [1, 1, true],
    [1, '1', true],
    [1, ' 1.0 ', true],
    [1, '2', false],
    [0, '', false],
    [0, ' ', false],
    [1n, 1, true],
    [1n, '1', true],
    ['1', '1.0', false],
    ['a', 'a', true],
    [null, undefined, true],
    [null, 0, false],
    [null, '', false],
    [DAY, '2026-11-23T10:00:00.000Z', true],
    [true, 'true', false],
    [true, 1, false],
  ])('%s equals %s: %s', (left, right, expected) => {
    expect([equal(left, right), equal(right, left)]).toEqual([expected, expected]);
  });

  it.each<[unknown, unknown, number | undefined]>([
    ['a', 'b', -1],
    ['a', 'a', 0],
    ['10', '9', -1],
    [9, 10, -1],
    [9, '10', -1],
    [2.5, 2.5, 0],
    [10n, 9, 1],
    [DAY, '2026-11-24', -1],
    [1, 'a', undefined],
    [1, '', undefined],
    [1, ' ', undefined],
    [null, 1, undefined],
    [undefined, 'a', undefined],
    [[1], 1, undefined],
    [true, 1, undefined],
  ])('%s is ordered to %s by %s', (left, right, expected) => {
    expect(compare(left, right)).toBe(expected);
    expect(compare(right, left)).toBe(expected === undefined ? undefined : 0 - expected);
  });

  it.each<[unknown, string, unknown]>([
    ['abc', 'length', 3],
    [[1, 2], 'size', 2],
    [[], 'empty', true],
    ['a', 'empty', false],
    ['a', 'other', null],
    [[1], '0', null],
    [1, 'length', null],
    [null, 'a', null],
    [undefined, 'a', null],
    [{ a: 1 }, 'a', 1],
    [{ a: () => 1 }, 'a', null],
    [{ a: 1 }, 'b', null],
    [Object.create({ a: 1 }), 'a', null],
    [Object.create(null, { a: { value: 1 } }), 'a', 1],
    [Object.create(null), 'a', null],
  ])('of %j, %s is %j', (value, name, expected) => {
    expect(property(value, name)).toBe(expected);
  });

  it('have the getters of all their classes', () => {
    class First {
      get a(): number {
        return 1;
      }
    }
    class Second extends First {
      get b(): number {
        return 2;
      }
    }
    expect([property(new Second(), 'a'), property(new Second(), 'b')]).toEqual([1, 2]);
  });

  it.each<[unknown, unknown, unknown]>([
    [['a', 'b'], 1, 'b'],
    [['a'], 1, null],
    [['a'], 'size', 1],
    [{ a: 1 }, 'a', 1],
    [{ 1: 'a' }, 1, null],
    ['ab', 0, null],
    [null, 'a', null],
  ])('of %j, the element %j is %j', (value, index, expected) => {
    expect(element(value, index)).toBe(expected);
  });

  it.each<[unknown, string]>([
    [null, ''],
    [undefined, ''],
    ['a', 'a'],
    [1.5, '1.5'],
    [2n, '2'],
    [false, 'false'],
    [DAY, '2026-11-23T10:00:00.000Z'],
    [{ a: [1] }, '{"a":[1]}'],
  ])('%s is the text %j', (value, expected) => {
    expect(text(value)).toBe(expected);
  });
});

describe('methods and operators', () => {
  it.each<[string, unknown]>([
    ['s.size()', 4],
    ['s.length()', 4],
    ['list.size()', 2],
    ['s.isEmpty()', false],
    ['none.isEmpty()', true],
    ['s.trim()', 'Ab'],
    ['n.toString()', '12'],
    ['yes.toString()', 'true'],
    ['s.toUpperCase()', ' AB '],
    ['s.toLowerCase()', ' ab '],
    ["n.equals('12')", true],
    ["n.equals('1')", false],
    ["s.equalsIgnoreCase(' aB ')", true],
    ["s.equalsIgnoreCase('ab')", false],
    ["s.startsWith(' A')", true],
    ["s.startsWith('A')", false],
    ["s.endsWith('b ')", true],
    ["s.endsWith('b')", false],
    ["s.contains('Ab')", true],
    ["s.contains('ab')", false],
    ['n.contains(2)', true],
    ["list.contains('1')", true],
    ['list.contains(3)', false],
    ['gone.size()', null],
    ['object.size()', null],
    ['s.trim().length()', 2],
    ["object['a'].b", 1],
    ["'a' + 1 + true", 'a1true'],
    ['1 + 2', 3],
    ["1 + '2'", '12'],
    ["'1' + 2", '12'],
    ['gone + 1', '1'],
    ["'5' - 2", 3],
    ["'5' * '2'", 10],
    ['7 / 2', 3.5],
    ['7 % 4', 3],
    ['2 - 1 - 1', 0],
    ['2 + 3 * 4', 14],
    ['(2 + 3) * 4', 20],
    ['-n + 1', -11],
    ['!yes', false],
    ['not gone', true],
    ['1 lt 2', true],
    ['2 lt 2', false],
    ['2 lte 2', true],
    ['3 lte 2', false],
    ['2 gt 2', false],
    ['3 gt 2', true],
    ['2 gte 2', true],
    ['1 gte 2', false],
    ['1 != 1', false],
    ['1 neq 2', true],
    ['true', true],
    ['false', false],
    ['null', null],
    ['false or yes', true],
    ['false || false', false],
    ['yes and false', false],
    ['yes && yes', true],
    ['false and false or yes', true],
    ['1 in {1, 2}', true],
    ['3 in {1, 2}', false],
    ['3 not in {1, 2}', true],
    ['1 + 2 in {3}', true],
    ['1 in {1} == true', true],
    ["'(' + ')'", '()'],
    ["'-' in {'}', '-'}", true],
    ["'!' == '!'", true],
    ['1 in n', false],
    ['1 not in n', true],
    ['1 in {}', false],
    ['{1, n}', [1, 12]],
    ['{}', []],
    ["yes ? 'a' : 'b'", 'a'],
    ["gone ? 'a' : yes ? 'b' : 'c'", 'b'],
    ['object.not', 5],
    ["  'a\\\\b'  ", 'a\\b'],
    ['"it\'s"', "it's"],
    ['1.25', 1.25],
    ['größe', 9],
    ['$x_1', 8],
  ])('%s', (expression, expected) => {
    const values = {
      s: ' Ab ',
      n: 12,
      yes: true,
      none: '',
      list: [1, 2],
      object: { a: { b: 1 }, not: 5 },
      größe: 9,
      $x_1: 8,
    };
    expect(evaluate(expression, values)).toEqual(expected);
  });

  it.each([
    ['or', 'yes or boom'],
    ['and', 'no and boom'],
    ['?', 'yes ? 1 : boom'],
    [':', 'no ? boom : 1'],
  ])('%s evaluates only what it needs', (_operator, expression) => {
    const read: string[] = [];
    compileExpression(expression)({
      lookup: (name) => {
        read.push(name);
        return name === 'yes';
      },
    });
    expect(read).not.toContain('boom');
  });
});

describe('an invalid expression', () => {
  it.each([
    ['', 'it ends too early at position 1.'],
    ['a ==', 'it ends too early at position 5.'],
    ['a b', 'unexpected b at position 3.'],
    ['(a', 'it ends too early at position 3.'],
    ['a.1', 'unexpected 1 at position 3.'],
    ['a.run()', 'there is no method run at position 3.'],
    ['a.size(1)', 'unexpected 1 at position 8.'],
    ["a.equals('b'", 'it ends too early at position 13.'],
    ['a[1', 'it ends too early at position 4.'],
    ['{1 2}', 'unexpected 2 at position 4.'],
    ['{1', 'it ends too early at position 3.'],
    ['a ? b', 'it ends too early at position 6.'],
    ['a = 1', 'unexpected = at position 3.'],
    ['a # b', 'unexpected # at position 3.'],
    [')', 'unexpected ) at position 1.'],
    ['a not', 'unexpected ! at position 3.'],
  ])('%j: %s', (expression, reason) => {
    expect(() => compileExpression(expression)).toThrow(`"${expression}" is not an expression: ${reason}`);
  });

  it('is quoted with its first 200 characters', () => {
    const long = 'a'.repeat(200);
    expect(() => compileExpression(`${long} b`)).toThrow(`"${long}…" is not`);
    expect(() => compileExpression(`${'a'.repeat(198)} b`)).toThrow(`"${'a'.repeat(198)} b" is not`);
  });
});
