import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { inRoot, root } from './lib/paths.ts';

/**
 * An `error` event without a listener ends the process. Code that creates one of these must give it
 * a listener there: an `error` listener, `heldStream`, `pipeline`, or a loop that reads it at once.
 * (findings: security 1, 4)
 */
const MAKERS =
  /^(createReadStream|createWriteStream|PassThrough|Transform|createInflateRaw|createInflate|createGunzip|createGzip|createBrotliDecompress|spawn|fork|Worker|createServer|createConnection|FSWatcher|watch)$/;
/** Names of makers that are other things, too: they count where they come from one of these. */
const MODULES = /^(node:)?(fs|stream|zlib|child_process|worker_threads|net|http|tls)$/;

/** @returns places in a source that make something nobody listens to */
function unheld(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const makers = new Set<string>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const names = statement.importClause?.namedBindings;
    if (!MODULES.test(statement.moduleSpecifier.text) || !names || !ts.isNamedImports(names)) continue;
    for (const { name, propertyName } of names.elements) {
      if (MAKERS.test((propertyName ?? name).text)) makers.add(name.text);
    }
  }
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isMade =
      (ts.isCallExpression(node) || ts.isNewExpression(node)) && ts.isIdentifier(node.expression);
    if (isMade && makers.has(node.expression.text) && !isHeld(node, text)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${file}:${line + 1} ${node.expression.text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isHeld(made: ts.Node, text: string): boolean {
  for (let node = made; !ts.isSourceFile(node.parent); node = node.parent) {
    const { parent } = node;
    // The caller holds it, or reads at once.
    if (ts.isArrowFunction(parent) && parent.body === node) return true;
    if (ts.isForOfStatement(parent) && parent.expression === node) return true;
    if (ts.isCallExpression(parent)) {
      const called = parent.expression.getText();
      if (/^(heldStream|pipeline|finished)$/.test(called) && node !== parent.expression) return true;
      if (/\.(?:on|once|addListener)$/.test(called) && parent.arguments[0]?.getText() === "'error'")
        return true;
    }
    const name = nameGiven(parent, node);
    if (name !== undefined) return listensTo(name, text);
    if (ts.isStatement(parent)) return false;
  }
  return false;
}

function nameGiven(parent: ts.Node, value: ts.Node): string | undefined {
  if (ts.isVariableDeclaration(parent) && parent.initializer === value) return parent.name.getText();
  if (ts.isPropertyDeclaration(parent) && parent.initializer === value)
    return `this.${parent.name.getText()}`;
  const assigns = ts.isBinaryExpression(parent) && parent.right === value;
  return assigns && /^(\?\?)?=$/.test(parent.operatorToken.getText()) ? parent.left.getText() : undefined;
}

function listensTo(name: string, text: string): boolean {
  const escaped = name.replaceAll(/[.$#]/g, String.raw`\$&`);
  return (
    new RegExp(String.raw`${escaped}\s*(?:\.\w+\([^;]*?\)\s*)*\.(?:on|once)\('error'`, 's').test(text) ||
    new RegExp(String.raw`\b(?:pipeline|heldStream|finished)\([^;]*${escaped}\b`, 's').test(text)
  );
}

const sources = globSync(
  [
    'server/src/**/*.ts',
    'packages/{package-format,packager,mapper,create-app,remote-app,cli}/src/**/*.ts',
    'scripts/**/*.{ts,mjs}',
  ],
  { cwd: root },
)
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/\.(test|contract)\.ts$|\/testing\/|\/fixtures\/|node_modules\//.test(file));

it('finds streams without a listener, and accepts others', () => {
  const imports =
    "import { createReadStream } from 'node:fs';\nimport { pipeline } from 'node:stream/promises';\n";
  const bad = [
    'export const a = createReadStream("x");',
    'await store(planned, createReadStream("x"));',
    'function f() { return createReadStream("x"); }',
    'createReadStream("x").pipe(target);',
  ];
  const good = [
    'await store(planned, () => createReadStream("x"));',
    'await pipeline(createReadStream("x"), target);',
    'for await (const chunk of createReadStream("x")) take(chunk);',
    'const a = createReadStream("x"); a.on(\'error\', fail);',
    'const a = createReadStream("x"); await pipeline(a, target);',
    "createReadStream('x').on('error', fail).pipe(target);",
    'const a = heldStream(createReadStream("x"));',
  ];
  for (const text of bad) expect(unheld('x.ts', imports + text), text).toHaveLength(1);
  for (const text of good) expect(unheld('x.ts', imports + text), text).toEqual([]);
});

it('findings: security 1, 4: every stream, child, server and watcher gets an error listener where it is created', () => {
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.flatMap((file) => unheld(file, readFileSync(inRoot(file), 'utf8')))).toEqual([]);
});
