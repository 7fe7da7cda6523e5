import { ExpressionError, tokenizeExpression, type ExpressionToken } from './lexer.ts';
import { compare, element, equal, methods, property, receiver, text, truthy, type Scope } from './values.ts';

/** A compiled expression. */
export type Evaluate = (scope: Scope) => unknown;

type Binary = (left: unknown, right: unknown) => unknown;
type Level = Readonly<Record<string, Binary>>;

const ordered =
  (accept: (order: number) => boolean): Binary =>
  (left, right) => {
    const order = compare(left, right);
    return order !== undefined && accept(order);
  };
const add: Binary = (left, right) =>
  typeof left === 'number' && typeof right === 'number' ? left + right : text(left) + text(right);

/** Binary operators by precedence, lowest first. `or` and `and` short-circuit and are separate. */
const levels: readonly Level[] = [
  { '==': equal, '!=': (left, right) => !equal(left, right) },
  {
    '<': ordered((order) => order < 0),
    '<=': ordered((order) => order <= 0),
    '>': ordered((order) => order > 0),
    '>=': ordered((order) => order >= 0),
  },
  { '+': add, '-': (left, right) => Number(left) - Number(right) },
  {
    '*': (left, right) => Number(left) * Number(right),
    '/': (left, right) => Number(left) / Number(right),
    '%': (left, right) => Number(left) % Number(right),
  },
];

const constants: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/**
 * Compiles the OGNL subset of mappers to closures. (design 3.6)
 *
 * Supports literals, lists, paths, indexes, `size()` and similar methods, comparison, logic, `in`,
 * arithmetic and `a ? b : c`.
 *
 * @throws ExpressionError
 */
export function compileExpression(expression: string): Evaluate {
  return new Parser(expression).parse();
}

/** Maximum nesting; each level takes several stack frames. */
const MAX_DEPTH = 100;

class Parser {
  readonly #expression: string;
  readonly #tokens: readonly ExpressionToken[];
  #at = 0;
  #depth = 0;

  constructor(expression: string) {
    this.#expression = expression;
    this.#tokens = tokenizeExpression(expression);
  }

  parse(): Evaluate {
    const evaluate = this.#conditional();
    if (this.#next.kind !== 'end') throw this.#unexpected();
    return evaluate;
  }

  #conditional(): Evaluate {
    return this.#deeper(() => this.#choice());
  }

  #deeper(parse: () => Evaluate): Evaluate {
    if (++this.#depth > MAX_DEPTH)
      throw new ExpressionError(this.#expression, this.#next.at, 'it is nested too deeply');
    const evaluate = parse();
    this.#depth -= 1;
    return evaluate;
  }

  #choice(): Evaluate {
    const condition = this.#or();
    if (!this.#skip('?')) return condition;
    const yes = this.#conditional();
    this.#expect(':');
    const no = this.#conditional();
    return (scope) => (truthy(condition(scope)) ? yes(scope) : no(scope));
  }

  #or(): Evaluate {
    let left = this.#and();
    while (this.#skip('||')) {
      const [first, second] = [left, this.#and()];
      left = (scope) => truthy(first(scope)) || truthy(second(scope));
    }
    return left;
  }

  #and(): Evaluate {
    let left = this.#binary(0);
    while (this.#skip('&&')) {
      const [first, second] = [left, this.#binary(0)];
      left = (scope) => truthy(first(scope)) && truthy(second(scope));
    }
    return left;
  }

  #binary(depth: number): Evaluate {
    const level = levels[depth];
    if (!level) return this.#unary();
    let left = this.#binary(depth + 1);
    for (;;) {
      if (depth === 1 && this.#isMembership()) {
        left = this.#membership(left);
        continue;
      }
      const { kind, text: operator } = this.#next;
      const apply = kind === 'operator' && Object.hasOwn(level, operator) ? level[operator] : undefined;
      if (!apply) return left;
      this.#at += 1;
      const [first, second] = [left, this.#binary(depth + 1)];
      left = (scope) => apply(first(scope), second(scope));
    }
  }

  /** `in` or `not in` comes next. */
  #isMembership(): boolean {
    const negated = this.#next.kind === 'operator' && this.#next.text === '!';
    const word = this.#tokens[this.#at + (negated ? 1 : 0)];
    return word?.kind === 'name' && word.text === 'in';
  }

  #membership(left: Evaluate): Evaluate {
    const negated = this.#skip('!');
    this.#at += 1;
    const list = this.#binary(2);
    return (scope) => {
      const value = left(scope);
      const values = list(scope);
      return negated !== (Array.isArray(values) && values.some((item) => equal(item, value)));
    };
  }

  #unary(): Evaluate {
    if (this.#skip('!')) {
      const operand = this.#deeper(() => this.#unary());
      return (scope) => !truthy(operand(scope));
    }
    if (this.#skip('-')) {
      const operand = this.#deeper(() => this.#unary());
      return (scope) => -Number(operand(scope));
    }
    return this.#postfix(this.#primary());
  }

  #postfix(value: Evaluate): Evaluate {
    let target = value;
    for (;;) {
      const of = target;
      if (this.#skip('.')) {
        const name = this.#name();
        target = this.#skip('(') ? this.#call(of, name) : (scope) => property(of(scope), name.text);
      } else if (this.#skip('[')) {
        const index = this.#conditional();
        this.#expect(']');
        target = (scope) => element(of(scope), index(scope));
      } else return target;
    }
  }

  #call(target: Evaluate, { text: name, at }: ExpressionToken): Evaluate {
    const method = methods.get(name);
    if (!method) throw new ExpressionError(this.#expression, at, `there is no method ${name}`);
    const argument = method.parameters === 1 ? this.#conditional() : undefined;
    this.#expect(')');
    return (scope) => {
      const value = receiver(target(scope));
      return value === undefined ? null : method.call(value, argument?.(scope));
    };
  }

  #primary(): Evaluate {
    const token = this.#next;
    if (this.#skip('(')) {
      const inner = this.#conditional();
      this.#expect(')');
      return inner;
    }
    if (this.#skip('{')) return this.#list();
    if (token.kind === 'operator' || token.kind === 'end') throw this.#unexpected();
    this.#at += 1;
    const { kind, text: literal } = token;
    if (kind === 'number') return constantly(Number(literal));
    if (kind === 'text') return constantly(literal);
    if (constants.has(literal)) return constantly(constants.get(literal));
    return (scope) => scope.lookup(literal) ?? null;
  }

  #list(): Evaluate {
    const items: Evaluate[] = [];
    while (!this.#skip('}')) {
      if (items.length > 0) this.#expect(',');
      items.push(this.#conditional());
    }
    return (scope) => items.map((item) => item(scope));
  }

  get #next(): ExpressionToken {
    return this.#tokens[this.#at] ?? { kind: 'end', text: '', at: this.#expression.length };
  }

  #name(): ExpressionToken {
    const token = this.#next;
    if (token.kind !== 'name') throw this.#unexpected();
    this.#at += 1;
    return token;
  }

  #skip(operator: string): boolean {
    const found = this.#next.kind === 'operator' && this.#next.text === operator;
    if (found) this.#at += 1;
    return found;
  }

  #expect(operator: string): void {
    if (!this.#skip(operator)) throw this.#unexpected();
  }

  #unexpected(): ExpressionError {
    const { kind, text: found, at } = this.#next;
    return new ExpressionError(
      this.#expression,
      at,
      kind === 'end' ? 'it ends too early' : `unexpected ${found}`,
    );
  }
}

const constantly =
  (value: unknown): Evaluate =>
  () =>
    value;
