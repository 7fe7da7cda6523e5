import ts from 'typescript';

/** Names that a source takes from another module of the application. */
export interface NamedImport {
  readonly specifier: string;
  readonly names: readonly string[];
}

/** Named imports of relative modules that remain at run time. */
export function namedImports(file: ts.SourceFile): NamedImport[] {
  return file.statements.flatMap((statement): NamedImport[] => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const { moduleSpecifier } = statement;
    if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) return [];
    const names = ts.isImportDeclaration(statement) ? importedNames(statement) : reexportedNames(statement);
    const specifier = moduleSpecifier.text;
    return names.length > 0 && specifier.startsWith('.') ? [{ specifier, names }] : [];
  });
}

function importedNames({ importClause }: ts.ImportDeclaration): string[] {
  if (!importClause || importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return [];
  const { name, namedBindings } = importClause;
  const named = namedBindings && ts.isNamedImports(namedBindings) ? valuesOf(namedBindings.elements) : [];
  return name ? ['default', ...named] : named;
}

function reexportedNames({ exportClause, isTypeOnly }: ts.ExportDeclaration): string[] {
  return !isTypeOnly && exportClause && ts.isNamedExports(exportClause)
    ? valuesOf(exportClause.elements)
    : [];
}

const valuesOf = (elements: ReadonlyArray<ts.ImportSpecifier | ts.ExportSpecifier>): string[] =>
  elements
    .filter(({ isTypeOnly }) => !isTypeOnly)
    .map(({ name, propertyName }) => (propertyName ?? name).text);

/** Names that a source exports; undefined if its text does not tell, as with `export *`. */
export function exportedNames(file: ts.SourceFile): string[] | undefined {
  const names: string[] = [];
  for (const statement of file.statements) {
    const found = namesOf(statement);
    if (!found) return undefined;
    names.push(...found);
  }
  return names;
}

function namesOf(statement: ts.Statement): string[] | undefined {
  if (ts.isExportAssignment(statement)) return statement.isExportEquals ? undefined : ['default'];
  if (ts.isExportDeclaration(statement)) {
    const { exportClause } = statement;
    if (!exportClause) return undefined;
    return ts.isNamedExports(exportClause)
      ? exportClause.elements.map(({ name }) => name.text)
      : [exportClause.name.text];
  }
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
  if (modifiers.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)) return ['default'];
  if (ts.isVariableStatement(statement)) {
    const declared = statement.declarationList.declarations.map(({ name }) => name);
    return declared.every(ts.isIdentifier) ? declared.map(({ text }) => text) : undefined;
  }
  const { name } = statement as ts.DeclarationStatement;
  return name && ts.isIdentifier(name) ? [name.text] : undefined;
}
