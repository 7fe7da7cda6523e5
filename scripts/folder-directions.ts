import { existsSync, globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';
import { inRoot, root } from './lib/paths.ts';

/** Imports from one folder to a sibling of it: `market/installs` → `market/operations`. */
export interface FolderImport {
  /** The folder that contains both. */
  readonly parent: string;
  readonly from: string;
  readonly to: string;
  /** One line a statement: `<importing file> imports <imported file>`. */
  readonly statements: readonly string[];
}

/** Two sibling folders that import each other. */
export interface FolderPair {
  /** `server/src/market: installs <-> operations`. */
  readonly name: string;
  /** Statements of the direction with fewer of them: the shorter way out. */
  readonly fewer: readonly string[];
}

const SOURCES = ['server/src', 'src', ...globSync('packages/*/src', { cwd: root })].map(slashes);
const TESTS = /\.(?:test|contract)\.ts$|\.test-d\.ts$|\/testing\//;

/** Imports between sibling folders of the production sources, at every depth. */
export function folderImports(): FolderImport[] {
  const found = new Map<string, { parent: string; from: string; to: string; statements: string[] }>();
  for (const source of SOURCES) {
    for (const file of productionFiles(source)) {
      for (const imported of relativeImports(file)) {
        const edge = imported.startsWith(`${source}/`) && edgeBetween(file, imported);
        if (!edge) continue;
        const key = `${edge.parent} ${edge.from} ${edge.to}`;
        const known = found.get(key) ?? { ...edge, statements: [] };
        known.statements.push(`${file} imports ${imported}`);
        found.set(key, known);
      }
    }
  }
  return [...found.values()];
}

/** Pairs of sibling folders that import each other. */
export function mutualImports(imports: readonly FolderImport[]): FolderPair[] {
  return imports.flatMap((there) => {
    const back = imports.find(
      ({ parent, from, to }) => parent === there.parent && from === there.to && to === there.from,
    );
    if (!back || there.from > there.to) return [];
    const [fewer = there] = [there, back].sort((a, b) => a.statements.length - b.statements.length);
    const name = `${there.parent}: ${there.from} <-> ${there.to}`;
    return [{ name, fewer: fewer.statements }];
  });
}

/** Ways from a folder over its siblings back to itself: `src/app: layout > apps > layout`. */
export function importCycles(imports: readonly FolderImport[]): string[] {
  return [...new Set(imports.map(({ parent }) => parent))].flatMap((parent) => {
    const siblings = Map.groupBy(
      imports.filter((found) => found.parent === parent),
      ({ from }) => from,
    );
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (folder: string, way: readonly string[]): void => {
      if (way.includes(folder)) {
        cycles.push(`${parent}: ${[...way.slice(way.indexOf(folder)), folder].join(' > ')}`);
      } else if (!done.has(folder)) {
        for (const { to } of siblings.get(folder) ?? []) visit(to, [...way, folder]);
        done.add(folder);
      }
    };
    for (const folder of siblings.keys()) visit(folder, []);
    return cycles;
  });
}

function productionFiles(source: string): string[] {
  return globSync([`${source}/**/*.ts`, `${source}/**/*.vue`], { cwd: root })
    .map(slashes)
    .filter((file) => !TESTS.test(file) && !file.includes('node_modules/'));
}

/** Sources that a file imports, as paths from the root; types count like values. */
function relativeImports(file: string): string[] {
  const text = readFileSync(inRoot(file), 'utf8');
  const script = file.endsWith('.vue') ? scriptsOf(text) : text;
  return ts.preProcessFile(script, true, true).importedFiles.flatMap(({ fileName }) => {
    if (fileName.startsWith('.')) return posix.join(posix.dirname(file), fileName);
    // The shell's alias; its folders have an index.
    return fileName.startsWith('@/') ? withIndex(`src/${fileName.slice(2)}`) : [];
  });
}

const withIndex = (path: string): string =>
  existsSync(inRoot(`${path}/index.ts`)) ? `${path}/index.ts` : path;

const scriptsOf = (component: string): string =>
  [...component.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script]) => script).join('\n');

/**
 * The sibling folders that an import connects; undefined for imports within a folder or of a file
 * beside it.
 */
function edgeBetween(file: string, imported: string): Omit<FolderImport, 'statements'> | undefined {
  const there = file.split('/');
  const back = imported.split('/');
  const depth = there.findIndex((segment, at) => segment !== back[at]);
  const [from, to] = [there[depth], back[depth]];
  const areFolders = depth < there.length - 1 && depth < back.length - 1;
  if (from === undefined || to === undefined || !areFolders) return undefined;
  return { parent: there.slice(0, depth).join('/'), from, to };
}

function slashes(path: string): string {
  return path.replaceAll('\\', '/');
}
