import ts from 'typescript';

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  noEmit: true,
  noLib: true,
  types: [],
};

/**
 * Reads public surfaces from declaration files. Nothing is type-checked, so one program serves all
 * packages.
 */
export class PublicSurfaces {
  readonly #program: ts.Program;
  readonly #checker: ts.TypeChecker;
  readonly #printer = ts.createPrinter({ removeComments: true, newLine: ts.NewLineKind.LineFeed });

  /** @param files declaration files of all entries */
  constructor(files: readonly string[]) {
    this.#program = ts.createProgram([...files], OPTIONS);
    this.#checker = this.#program.getTypeChecker();
  }

  /**
   * The exported declarations of an entry and the ones they refer to, sorted by name, without
   * comments.
   * @param root folder of the package's declarations; anything outside belongs to another package
   */
  of(file: string, root: string): string {
    const source = this.#program.getSourceFile(file);
    const module = source && this.#checker.getSymbolAtLocation(source);
    if (!module) throw new Error(`${file} does not exist or exports nothing. Run npm run types first.`);
    const exported = new Map<ts.Symbol, string>();
    for (const symbol of this.#checker.getExportsOfModule(module)) {
      exported.set(this.#resolve(symbol), symbol.name);
    }
    const referenced = this.#referencedBy(exported.keys(), root);
    const blocks = [...exported].map(([symbol, name]) => ({ name, text: this.#print(symbol, name, root) }));
    const internal = [...referenced]
      .filter((symbol) => !exported.has(symbol))
      .map((symbol) => ({ name: symbol.name, text: this.#print(symbol, symbol.name, root) }));
    return [...sorted(blocks), ...sorted(internal).map((text) => `// not exported\n${text}`)].join('\n\n');
  }

  #resolve(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  /** All symbols of the package that the given ones mention, directly or through others. */
  #referencedBy(symbols: Iterable<ts.Symbol>, root: string): Set<ts.Symbol> {
    const seen = new Set<ts.Symbol>(symbols);
    const queue = [...seen];
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node)) {
        const found = this.#checker.getSymbolAtLocation(node);
        const symbol = found && this.#resolve(found);
        if (symbol && !seen.has(symbol) && declarationsIn(symbol, root).some(isTopLevel)) {
          seen.add(symbol);
          queue.push(symbol);
        }
      }
      ts.forEachChild(node, visit);
    };
    for (let symbol = queue.pop(); symbol; symbol = queue.pop()) {
      for (const declaration of declarationsIn(symbol, root)) visit(declaration);
    }
    return seen;
  }

  #print(symbol: ts.Symbol, name: string, root: string): string {
    const declarations = declarationsIn(symbol, root);
    if (declarations.length === 0) return `export { ${name} }; // from another package`;
    const text = declarations.map((declaration) =>
      this.#printer.printNode(ts.EmitHint.Unspecified, statementOf(declaration), declaration.getSourceFile()),
    );
    return (symbol.name === name ? text : [`// exported as ${name}`, ...text]).join('\n');
  }
}

const declarationsIn = (symbol: ts.Symbol, root: string): ts.Declaration[] =>
  (symbol.declarations ?? []).filter(
    (declaration) => !ts.isSourceFile(declaration) && declaration.getSourceFile().fileName.startsWith(root),
  );

const isTopLevel = (declaration: ts.Declaration): boolean =>
  ts.isSourceFile(statementOf(declaration).parent) && !ts.isImportClause(declaration);

/**
 * `const a: string` is a declaration inside a statement, and only the statement is readable alone.
 */
const statementOf = (declaration: ts.Declaration): ts.Node =>
  ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;

function sorted(blocks: ReadonlyArray<{ readonly name: string; readonly text: string }>): string[] {
  return blocks.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)).map(({ text }) => text);
}
