import { parseAst } from 'vite';
import { isNode, type AstNode } from '../vite/syntax-tree.ts';

/** Parses a script or module. @throws SyntaxError for other text */
export const parseProgram = (text: string, lang: 'ts' | 'js'): AstNode =>
  parseAst(text, { lang }) as unknown as AstNode;

/** Removes wrappers such as `(window as Notes)` and `window!`. */
const TRANSPARENT =
  /^(TS(As|NonNull|Satisfies|TypeAssertion)(Expression)?|ParenthesizedExpression|ChainExpression)$/;

/**
 * A chain of plain names, such as `document.title` or `Array.prototype.at`; undefined for anything
 * else.
 */
export function chainOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Identifier') return node['name'] as string;
  if (TRANSPARENT.test(node.type)) return chainOf(node['expression']);
  if (node.type !== 'MemberExpression' || !isNode(node['property'])) return undefined;
  const object = chainOf(node['object']);
  if (object === undefined) return undefined;
  const { property, computed } = node as unknown as { property: AstNode; computed: boolean };
  if (!computed) return `${object}.${String(property['name'])}`;
  return `${object}.${property.type === 'Literal' ? String(property['value']) : '*'}`;
}

/** Line of an offset, from 1. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** The reason and line of a parse error, in one line. */
export function syntaxProblem(error: unknown, text: string): { reason: string; line?: number } {
  const { message, pos } = error as Error & { pos?: number };
  const [first = '', second] = message.split('\n');
  return { reason: `${second ?? first}.`, line: pos === undefined ? undefined : lineAt(text, pos) };
}

/** The script or style parts of a file, with the rest blanked so that offsets stay valid. */
export function partsOf(
  file: string,
  text: string,
): { scripts: string[]; styles: { css: string; scoped: boolean }[] } {
  if (/\.css$/.test(file)) return { scripts: [], styles: [{ css: text, scoped: false }] };
  if (/\.[mc]?[jt]sx?$/.test(file)) return { scripts: [text], styles: [] };
  if (!file.endsWith('.vue')) return { scripts: [], styles: [] };
  const blocks = [...text.matchAll(/^<(script|style)\b([^>]*)>([\s\S]*?)^<\/\1>/gm)].map((match) => {
    const start = match.index + match[0].indexOf('>') + 1;
    const content = match[3] ?? '';
    const blanked = text.slice(0, start).replace(/[^\n]/g, ' ') + content;
    return { tag: match[1], attributes: match[2] ?? '', blanked };
  });
  return {
    scripts: blocks.filter(({ tag }) => tag === 'script').map(({ blanked }) => blanked),
    styles: blocks
      .filter(({ tag }) => tag === 'style')
      .map(({ attributes, blanked }) => ({ css: blanked, scoped: /\bscoped\b/.test(attributes) })),
  };
}
