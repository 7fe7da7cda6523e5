/** A token of an expression. */
export interface ExpressionToken {
  readonly kind: 'number' | 'text' | 'name' | 'operator' | 'end';
  readonly text: string;
  readonly at: number;
}

/** An invalid expression, with the position of the error. */
export class ExpressionError extends Error {
  constructor(expression: string, at: number, reason: string) {
    const shown = expression.length > 200 ? `${expression.slice(0, 200)}…` : expression;
    super(`"${shown}" is not an expression: ${reason} at position ${at + 1}.`);
    this.name = 'ExpressionError';
  }
}

const pattern =
  /(?<number>\d+(?:\.\d+)?)|(?<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(?<name>[\p{L}_$][\p{L}\p{N}_$]*)|(?<operator>==|!=|<=|>=|&&|\|\||[-+*/%<>!?:.,()[\]{}])/uy;
const space = /\s*/y;

/** Word forms of operators, since `<` and `&&` have to be escaped in XML. */
const words: Readonly<Record<string, string>> = {
  and: '&&',
  or: '||',
  not: '!',
  eq: '==',
  neq: '!=',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
};

/** @throws ExpressionError */
export function tokenizeExpression(expression: string): ExpressionToken[] {
  const tokens: ExpressionToken[] = [];
  for (let at = skipSpace(expression, 0); at < expression.length; at = skipSpace(expression, at)) {
    pattern.lastIndex = at;
    const groups = pattern.exec(expression)?.groups;
    if (!groups) throw new ExpressionError(expression, at, `unexpected ${expression.charAt(at)}`);
    const { number, text, name, operator } = groups;
    const matched = number ?? text ?? name ?? operator ?? '';
    const word =
      name !== undefined && tokens.at(-1)?.text !== '.' && Object.hasOwn(words, name)
        ? words[name]
        : undefined;
    if (number !== undefined) tokens.push({ kind: 'number', text: number, at });
    else if (text !== undefined) tokens.push({ kind: 'text', text: unquote(text), at });
    else if (word !== undefined) tokens.push({ kind: 'operator', text: word, at });
    else tokens.push({ kind: name === undefined ? 'operator' : 'name', text: matched, at });
    at += matched.length;
  }
  return [...tokens, { kind: 'end', text: '', at: expression.length }];
}

function skipSpace(expression: string, at: number): number {
  space.lastIndex = at;
  return at + (space.exec(expression)?.[0].length ?? 0);
}

const unquote = (text: string): string => text.slice(1, -1).replaceAll(/\\(.)/gs, '$1');
