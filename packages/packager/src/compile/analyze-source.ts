import ts from 'typescript';
import { exportedNames, namedImports, type NamedImport } from './module-names.ts';
import type { ClassKind } from './plugin-index.ts';

export interface SourceClass {
  /** Name under which it is exported; `default` for a default export. */
  export: string;
  /** The name that the fully qualified name ends with. */
  name: string;
  kind: ClassKind;
  abstract: boolean;
}

/** A bean that is not exported. */
export interface HiddenClass {
  name: string;
  decorator: string;
  line: number;
}

export interface SourceFacts {
  classes: SourceClass[];
  hidden: HiddenClass[];
  imports: NamedImport[];
  exported: string[] | undefined;
  /** Specifiers that remain at run time, in order of first appearance. */
  requires: string[];
}

const SDK = '@platform/plugin-sdk';

/** The first that a class carries decides its kind. */
const KIND_OF_DECORATOR: ReadonlyArray<readonly [string, ClassKind]> = [
  ['Controller', 'controller'],
  ['Mapper', 'mapper'],
  ['JobExecutor', 'job'],
  ['PluginService', 'pluginService'],
  ['Service', 'service'],
  ['Component', 'component'],
  ['TableName', 'entity'],
];

/**
 * Finds the exported top-level classes of a source and the modules it needs, from its syntax
 * alone.
 * @param path relative to the project, decides whether an undecorated class lies in a `mapper`
 * folder (spec: L7)
 */
export function analyzeSource(path: string, text: string): SourceFacts {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  const sdkNames = collectSdkNames(file);
  const exportedAs = collectLocalExports(file);
  const inMapperFolder = /(^|\/)mapper\//.test(path);
  const hidden: HiddenClass[] = [];
  const classes = file.statements.filter(ts.isClassDeclaration).flatMap((declaration): SourceClass[] => {
    const local = declaration.name?.text;
    if (!local) return [];
    const exported = exportName(declaration) ?? exportedAs.get(local);
    if (!exported) {
      const decorator = beanDecorator(declaration, sdkNames);
      const line = file.getLineAndCharacterOfPosition(declaration.name.getStart()).line + 1;
      if (decorator !== undefined) hidden.push({ name: local, decorator, line });
      return [];
    }
    const name = exported === 'default' ? local : exported;
    const kind = classKind(declaration, sdkNames, inMapperFolder);
    return [
      { export: exported, name, kind, abstract: hasModifier(declaration, ts.SyntaxKind.AbstractKeyword) },
    ];
  });
  const imports = namedImports(file);
  return { classes, hidden, imports, exported: exportedNames(file), requires: collectRequires(file) };
}

/** Local name → name in the SDK; a namespace import maps to `*`. */
export function collectSdkNames(file: ts.SourceFile): Map<string, string> {
  const names = new Map<string, string>();
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || !isSdk(statement.moduleSpecifier)) continue;
    const bindings = statement.importClause?.namedBindings;
    if (!bindings) continue;
    if (ts.isNamespaceImport(bindings)) names.set(bindings.name.text, '*');
    else
      for (const { name, propertyName } of bindings.elements)
        names.set(name.text, (propertyName ?? name).text);
  }
  return names;
}

const isSdk = (specifier: ts.Expression): boolean =>
  ts.isStringLiteral(specifier) && (specifier.text === SDK || specifier.text.startsWith(`${SDK}/`));

/** `export { A, B as C }` and `export default A`: local name → exported name. */
function collectLocalExports(file: ts.SourceFile): Map<string, string> {
  const names = new Map<string, string>();
  for (const statement of file.statements) {
    if (ts.isExportAssignment(statement) && ts.isIdentifier(statement.expression)) {
      names.set(statement.expression.text, 'default');
    }
    if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier || statement.isTypeOnly) continue;
    if (!statement.exportClause || !ts.isNamedExports(statement.exportClause)) continue;
    for (const { name, propertyName, isTypeOnly } of statement.exportClause.elements) {
      if (!isTypeOnly) names.set((propertyName ?? name).text, name.text);
    }
  }
  return names;
}

function exportName(declaration: ts.ClassDeclaration): string | undefined {
  if (!hasModifier(declaration, ts.SyntaxKind.ExportKeyword)) return undefined;
  return hasModifier(declaration, ts.SyntaxKind.DefaultKeyword) ? 'default' : declaration.name?.text;
}

const hasModifier = (node: ts.ClassDeclaration, kind: ts.SyntaxKind): boolean =>
  node.modifiers?.some((modifier) => modifier.kind === kind) ?? false;

function classKind(
  declaration: ts.ClassDeclaration,
  sdkNames: Map<string, string>,
  inMapperFolder: boolean,
): ClassKind {
  const found = kindDecorator(declaration, sdkNames);
  if (found) return found[1];
  const base = declaration.heritageClauses?.find((clause) => clause.token === ts.SyntaxKind.ExtendsKeyword)
    ?.types[0];
  const extendsMapper = base !== undefined && sdkName(base.expression, sdkNames) === 'BaseMapper';
  return inMapperFolder && extendsMapper ? 'mapper' : 'class';
}

function kindDecorator(
  declaration: ts.ClassDeclaration,
  sdkNames: Map<string, string>,
): (typeof KIND_OF_DECORATOR)[number] | undefined {
  const carried = new Set(
    (ts.getDecorators(declaration) ?? []).map(({ expression }) => sdkName(calleeOf(expression), sdkNames)),
  );
  return KIND_OF_DECORATOR.find(([decorator]) => carried.has(decorator));
}

/** An entity needs no export: its mapper brings it along. */
function beanDecorator(declaration: ts.ClassDeclaration, sdkNames: Map<string, string>): string | undefined {
  const [decorator, kind] = kindDecorator(declaration, sdkNames) ?? [];
  return kind === 'entity' ? undefined : decorator;
}

const calleeOf = (expression: ts.Expression): ts.Expression =>
  ts.isCallExpression(expression) ? expression.expression : expression;

/** Name in the SDK that `expression` refers to, directly or through a namespace import. */
export function sdkName(
  expression: ts.Expression,
  sdkNames: ReadonlyMap<string, string>,
): string | undefined {
  if (ts.isIdentifier(expression)) return sdkNames.get(expression.text);
  if (!ts.isPropertyAccessExpression(expression) || !ts.isIdentifier(expression.expression)) return undefined;
  return sdkNames.get(expression.expression.text) === '*' ? expression.name.text : undefined;
}

function collectRequires(file: ts.SourceFile): string[] {
  const found = new Set<string>();
  const add = (node: ts.Node | undefined): void => {
    if (node && ts.isStringLiteralLike(node)) found.add(node.text);
  };
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement) && !isTypeOnlyImport(statement)) add(statement.moduleSpecifier);
    if (ts.isExportDeclaration(statement) && !statement.isTypeOnly) add(statement.moduleSpecifier);
    if (ts.isImportEqualsDeclaration(statement) && ts.isExternalModuleReference(statement.moduleReference)) {
      add(statement.moduleReference.expression);
    }
  }
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const { expression } = node;
      const loads = expression.kind === ts.SyntaxKind.ImportKeyword || isRequire(expression);
      if (loads) add(node.arguments[0]);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...found];
}

const isTypeOnlyImport = ({ importClause }: ts.ImportDeclaration): boolean =>
  importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;

const isRequire = (expression: ts.Expression): boolean =>
  ts.isIdentifier(expression) && expression.text === 'require';
