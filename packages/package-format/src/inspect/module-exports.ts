import { parse, type ModuleDeclaration, type Pattern, type Statement } from 'acorn';

/**
 * Returns the exported names of an ES module without running it; `*` stands for a full re-export.
 *
 * @throws SyntaxError for a text that is not a module
 */
export function moduleExports(source: string): Set<string> {
  const { body } = parse(source, { ecmaVersion: 'latest', sourceType: 'module' });
  return new Set(body.flatMap(exportedNames));
}

function exportedNames(node: Statement | ModuleDeclaration): string[] {
  if (node.type === 'ExportDefaultDeclaration') return ['default'];
  if (node.type === 'ExportAllDeclaration') return [node.exported ? nameOf(node.exported) : '*'];
  if (node.type !== 'ExportNamedDeclaration') return [];
  const { declaration, specifiers } = node;
  const declared = !declaration
    ? []
    : declaration.type === 'VariableDeclaration'
      ? declaration.declarations.flatMap(({ id }) => boundNames(id))
      : [declaration.id.name];
  return [...declared, ...specifiers.map(({ exported }) => nameOf(exported))];
}

const nameOf = (node: { type: 'Identifier'; name: string } | { type: 'Literal'; value?: unknown }): string =>
  node.type === 'Identifier' ? node.name : String(node.value);

function boundNames(pattern: Pattern): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) =>
        boundNames(property.type === 'RestElement' ? property.argument : property.value),
      );
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element ? boundNames(element) : []));
    case 'AssignmentPattern':
      return boundNames(pattern.left);
    case 'RestElement':
      return boundNames(pattern.argument);
    default:
      return [];
  }
}
