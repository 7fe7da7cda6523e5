import { PlatformError } from '@platform/plugin-sdk/core';
import { compileExpression, type Evaluate } from '../expression/expression.ts';
import { ExpressionError } from '../expression/lexer.ts';
import { compileBoundValue } from './bound-value.ts';
import { invalidXml, MapperError } from '../xml/mapper-error.ts';
import type { Piece, SqlNode } from './sql-context.ts';
import { checkAttributes, elementsOf, type XmlElement } from '../xml/xml-element.ts';

/** Context in which the parts of a statement are compiled. */
export interface SqlCompilation {
  /** Whether `${}` may substitute text. */
  readonly unsafe: boolean;
  /** Resolves an `include` to its fragment, with properties filled in. */
  include(element: XmlElement): { readonly fragment: XmlElement; readonly compilation: SqlCompilation };
  /** Called when the text depends on the parameters. */
  readonly dynamic: () => void;
}

const placeholder = /([#$])\{([^}]*)\}/g;

/** Compiles the content of an element. @throws MAPPER_XML_INVALID, MAPPER_SUBSTITUTION */
export function compileContent({ children }: XmlElement, compilation: SqlCompilation): SqlNode {
  return inOrder(
    children.flatMap((child) =>
      typeof child === 'string' ? compileText(child, compilation) : [compileElement(child, compilation)],
    ),
  );
}

function inOrder(nodes: readonly SqlNode[]): SqlNode {
  const [only] = nodes;
  if (only && nodes.length === 1) return only;
  return (context) => {
    for (const node of nodes) node(context);
  };
}

function compileElement(element: XmlElement, compilation: SqlCompilation): SqlNode {
  if (element.name !== 'include') compilation.dynamic();
  switch (element.name) {
    case 'include': {
      const included = compilation.include(element);
      return compileContent(included.fragment, included.compilation);
    }
    case 'if':
      return compileIf(element, compilation);
    case 'choose':
      return compileChoose(element, compilation);
    case 'where':
      checkAttributes(element, {});
      return trimmed(compileContent(element, compilation), {
        prefix: 'WHERE',
        startOverrides: ['AND', 'OR'],
        endOverrides: [],
      });
    case 'set':
      checkAttributes(element, {});
      return trimmed(compileContent(element, compilation), {
        prefix: 'SET',
        startOverrides: [','],
        endOverrides: [','],
      });
    case 'trim':
      return compileTrim(element, compilation);
    case 'foreach':
      return compileForeach(element, compilation);
    case 'bind': {
      checkAttributes(element, { required: ['name', 'value'] });
      const { name = '', value = '' } = element.attributes;
      const evaluate = expression(value, element);
      return (context) => context.define(name, evaluate);
    }
    default:
      throw invalidXml(
        `<${element.name}> in line ${element.line} is not an element of a statement.`,
        'Statements take include, if, choose, where, set, trim, foreach and bind.',
      );
  }
}

function compileText(text: string, { unsafe, dynamic }: SqlCompilation): SqlNode[] {
  const nodes: SqlNode[] = [];
  let at = 0;
  const literal = (part: string): void => {
    if (part !== '') nodes.push((context) => void (context.text += part));
  };
  for (const { 0: whole, 1: kind, 2: inside = '', index } of text.matchAll(placeholder)) {
    literal(text.slice(at, index));
    at = index + whole.length;
    if (kind === '#') {
      const { evaluate, casts } = compiled(() => compileBoundValue(inside), whole);
      nodes.push((context) => context.value(evaluate, casts));
      continue;
    }
    if (!unsafe) {
      throw new MapperError(
        'MAPPER_SUBSTITUTION',
        `${whole} puts text into SQL.`,
        'Bind it with #{}, or mark the statement unsafe="true".',
      );
    }
    dynamic();
    const evaluate = compiled(() => compileExpression(inside), whole);
    nodes.push((context) => context.substitute(evaluate));
  }
  literal(text.slice(at));
  return nodes;
}

function compileIf(element: XmlElement, compilation: SqlCompilation): SqlNode {
  checkAttributes(element, { required: ['test'] });
  const piece = compilePiece(element, compilation);
  return (context) => context.piece(piece);
}

function compileChoose(element: XmlElement, compilation: SqlCompilation): SqlNode {
  checkAttributes(element, {});
  const branches = elementsOf(element).map((child, index, all) => {
    if (child.name !== 'when' && (child.name !== 'otherwise' || index !== all.length - 1)) {
      throw invalidXml(
        `<${child.name}> in line ${child.line} is out of place.`,
        '<choose> takes <when>s, then one <otherwise>.',
      );
    }
    checkAttributes(child, child.name === 'when' ? { required: ['test'] } : {});
    return compilePiece(child, compilation);
  });
  return (context) => context.firstOf(branches);
}

function compilePiece(element: XmlElement, compilation: SqlCompilation): Piece {
  const { test: source = '' } = element.attributes;
  const test = element.name === 'otherwise' ? () => true : expression(source, element);
  return { test, source, content: compileContent(element, compilation), line: element.line };
}

interface Trimming {
  readonly prefix?: string | undefined;
  readonly suffix?: string | undefined;
  readonly startOverrides: readonly string[];
  readonly endOverrides: readonly string[];
}

function compileTrim(element: XmlElement, compilation: SqlCompilation): SqlNode {
  checkAttributes(element, { optional: ['prefix', 'suffix', 'prefixOverrides', 'suffixOverrides'] });
  const { prefix, suffix, prefixOverrides, suffixOverrides } = element.attributes;
  return trimmed(compileContent(element, compilation), {
    prefix,
    suffix,
    startOverrides: overrides(prefixOverrides),
    endOverrides: overrides(suffixOverrides),
  });
}

const overrides = (given = ''): string[] =>
  given
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Removes one of the words at either end, and everything where there is no content. */
function trimmed(content: SqlNode, { prefix, suffix, startOverrides, endOverrides }: Trimming): SqlNode {
  const start = alternatives(startOverrides, (words) => `^(?:${words})`);
  const end = alternatives(endOverrides, (words) => `(?:${words})$`);
  return (context) => {
    let body = context.capture(content).trim();
    if (body === '') return;
    if (start) body = body.replace(start, '').trimStart();
    if (end) body = body.replace(end, '').trimEnd();
    context.text += [prefix, body, suffix]
      .filter((part) => part !== undefined && part !== '')
      .join(' ')
      .concat(' ');
  };
}

/** Matches whole words: `ORDER` does not begin with `OR`. */
function alternatives(words: readonly string[], frame: (words: string) => string): RegExp | undefined {
  if (words.length === 0) return undefined;
  const escaped = words.map((word) => {
    const literal = word.replaceAll(/[^\w\s]/g, String.raw`\$&`);
    return /\w$/.test(word) ? String.raw`\b${literal}\b` : literal;
  });
  return new RegExp(frame(escaped.join('|')), 'i');
}

function compileForeach(element: XmlElement, compilation: SqlCompilation): SqlNode {
  checkAttributes(element, {
    required: ['collection'],
    optional: ['item', 'index', 'open', 'close', 'separator', 'nullable'],
  });
  const {
    collection = '',
    item = 'item',
    index = 'index',
    open = '',
    close = '',
    separator = '',
  } = element.attributes;
  const nullable = element.attributes.nullable === 'true';
  const evaluate = expression(collection, element);
  const content = compileContent(element, compilation);
  return (context) => {
    const entries = context.entries(evaluate);
    if (!entries && !nullable) {
      throw new PlatformError({
        code: 'MAPPER_PARAMETER_INVALID',
        message: `The foreach over ${collection} got a value that is not a list.`,
        fix: 'Pass a list, or set nullable="true" on the foreach.',
      });
    }
    if (!entries || entries.values.length === 0) return;
    const parts = context.captureEach(content, { item, index }, entries);
    context.text += ` ${open}${parts.join(` ${separator} `)}${close} `;
  };
}

const expression = (source: string, { name, line }: XmlElement): Evaluate =>
  compiled(() => compileExpression(source), `<${name}> in line ${line}`);

function compiled<T>(compile: () => T, place: string): T {
  try {
    return compile();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw invalidXml(`${place}: ${error.message}`, 'Correct the expression.');
  }
}
