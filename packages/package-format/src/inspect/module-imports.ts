import { parse, type AnyNode, type Node } from 'acorn';

/**
 * Returns the literal imports of a CommonJS module: `require('x')`, `import('x')`.
 *
 * Empty for a text that does not parse, since it does not load either.
 */
export function moduleImports(source: string): string[] {
  const found = new Set<string>();
  const pending: unknown[] = [parsed(source)];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (isNode(next)) {
      const specifier = importedBy(next);
      if (specifier !== undefined) found.add(specifier);
    }
    if (typeof next === 'object' && next !== null)
      for (const child of Object.values(next))
        if (typeof child === 'object' && child !== null) pending.push(child);
  }
  return [...found];
}

function parsed(source: string): Node | null {
  try {
    return parse(source, { ecmaVersion: 'latest', sourceType: 'script', allowReturnOutsideFunction: true });
  } catch {
    return null;
  }
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

function importedBy(node: AnyNode): string | undefined {
  if (node.type === 'ImportExpression') return textOf(node.source);
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return undefined;
  return node.callee.name === 'require' ? textOf(node.arguments[0]) : undefined;
}

function textOf(node: AnyNode | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.quasis.length === 1)
    return node.quasis[0]!.value.cooked ?? undefined;
  return undefined;
}
