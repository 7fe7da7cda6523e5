import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileExpression } from './expression.ts';
import { ExpressionError } from './lexer.ts';
import { truthy } from './values.ts';

const evaluate = (expression: string, values: Readonly<Record<string, unknown>> = {}): unknown =>
  compileExpression(expression)({ lookup: (name) => values[name] });

class Query {
  readonly #status = 'open';
  get status(): string {
    return this.#status;
  }
  secret(): string {
    return 'no';
  }
}

describe('test expressions', () => {
  it.each<[string, Record<string, unknown>, boolean]>([
    [`title != null and title != ''`, { title: 'x' }, true],
    [`title != null and title != ''`, { title: '' }, false],
    [`title != null && title != ""`, {}, false],
    ['ids != null and ids.size() > 0', { ids: [1] }, true],
    ['ids != null and ids.size > 0 and !ids.isEmpty()', { ids: [] }, false],
    ['ids.length gte 2', { ids: [1, 2] }, true],
    ['name.length() lt 3 or name.isEmpty()', { name: 'ab' }, true],
    ['a.b.c == 1', { a: { b: { c: 1 } } }, true],
    ['a.b.c == null', { a: {} }, true],
    [`list[1].name eq 'y'`, { list: [{ name: 'x' }, { name: 'y' }] }, true],
    [`map['k'] == 1`, { map: { k: 1 } }, true],
    ['not (a neq 1) and !(b)', { a: 1, b: false }, true],
    ['id in ids', { id: 2, ids: [1, 2] }, true],
    [`status not in {'open', 'done'}`, { status: 'closed' }, true],
    ['a + b * 2 - 1 == 6 / 1', { a: 1, b: 3 }, true],
    ['n % 2 == 1', { n: 3 }, true],
    ['(flag ? 1 : 2) == 2', { flag: false }, true],
    [`type.equals('a') || type.startsWith('b')`, { type: 'bc' }, true],
    [`status == 'open'`, { status: new Query().status }, true],
    ['n == "1"', { n: 1 }, true],
    [`n != ''`, { n: 0 }, true],
    ['n', { n: 0 }, false],
    ['-n < 0', { n: 3 }, true],
    ['from > null', { from: 1 }, false],
    [`name == 'it\\'s'`, { name: "it's" }, true],
  ])('%s with %j gives %s', (expression, values, expected) => {
    expect(truthy(evaluate(expression, values))).toBe(expected);
  });

  it('reads getters of a class, but nothing of prototypes', () => {
    const query = new Query();
    expect(evaluate('q.status', { q: query })).toBe('open');
    for (const path of [
      'q.secret',
      'q.constructor',
      'q.__proto__',
      `q['constructor']`,
      'q.toString',
      'a.map',
      's.at',
    ]) {
      expect(evaluate(path, { q: query, a: [], s: '' })).toBeNull();
    }
  });

  it.each([
    '',
    'a ==',
    'a = 1',
    '(a',
    'a.',
    'a b',
    'a.run()',
    '@java.lang.Math@abs(1)',
    'new Date()',
    '#a',
    "'open",
    'a ? b',
  ])('rejects %s with its place', (expression) => {
    expect(() => compileExpression(expression)).toThrow(ExpressionError);
  });

  it('throws only its two errors and reaches nothing outside, for any text', () => {
    const pieces = fc.constantFrom(
      'a',
      '.',
      '(',
      ')',
      '==',
      'and',
      'not',
      'in',
      '1',
      `'x'`,
      '[',
      ']',
      '?',
      ':',
      'size()',
      '{',
      '}',
      ',',
      ' ',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pieces).map((parts) => parts.join('')),
        ),
        (expression) => {
          try {
            evaluate(expression, { a: [1] });
          } catch (error) {
            expect(error).toBeInstanceOf(ExpressionError);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('limits nesting, which could exhaust the stack', () => {
    const nested = (depth: number): string => '('.repeat(depth) + '1' + ')'.repeat(depth);
    expect(evaluate(nested(90))).toBe(1);
    for (const deep of [nested(200), '!'.repeat(200) + 'true', '-'.repeat(200) + '1']) {
      expect(() => evaluate(deep)).toThrow('it is nested too deeply');
    }
  });

  it('reaches no prototype', () => {
    const own = JSON.parse('{"a": {"__proto__": {"b": 1}, "constructor": "c"}}') as Record<string, unknown>;
    expect(evaluate('a.__proto__', own)).toBeNull();
    expect(evaluate('a["__proto__"]', own)).toBeNull();
    expect(evaluate('a.constructor', own)).toBe('c');
    expect(evaluate('a.hasOwnProperty', own)).toBeNull();
  });

  it('computes the same results as JavaScript', () => {
    const { tree } = fc.letrec<{ tree: [string, unknown] }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.integer({ min: 0, max: 9 }).map((n): [string, unknown] => [String(n), n]),
        fc
          .tuple(fc.constantFrom('+', '-', '*'), tie('tree'), tie('tree'))
          .map(([operator, [a, x], [b, y]]): [string, unknown] => {
            const [m, n] = [Number(x), Number(y)];
            return [`(${a} ${operator} ${b})`, operator === '+' ? m + n : operator === '-' ? m - n : m * n];
          }),
        fc
          .tuple(tie('tree'), tie('tree'), tie('tree'), tie('tree'))
          .map(([[a, x], [b, y], [c, z], [d, w]]): [string, unknown] => [
            `(${a} < ${b} ? ${c} : ${d})`,
            Number(x) < Number(y) ? z : w,
          ]),
      ),
    }));
    fc.assert(
      fc.property(tree, ([expression, expected]) => {
        expect(evaluate(expression)).toEqual(expected);
      }),
    );
  });
});
