import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseAst } from 'vite';
import type { SharedModule } from './shared.ts';

interface ExportNode {
  type: string;
  specifiers?: { exported: { type: string; name?: string } }[];
}

/**
 * The exports of a shared package without `default`. Element Plus is parsed instead of imported,
 * because evaluating it takes most of a second.
 */
export async function exportedNames(name: SharedModule, root: string): Promise<string[]> {
  const names =
    name === 'element-plus'
      ? await listedNames(elementPlusEntry(root))
      : Object.keys((await import(name)) as object);
  return names.filter((key) => key !== 'default' && key !== '__esModule' && /^[A-Za-z_$][\w$]*$/.test(key));
}

function elementPlusEntry(root: string): string {
  const require = createRequire(pathToFileURL(join(root, 'package.json')));
  return join(dirname(require.resolve('element-plus/package.json')), 'es/index.mjs');
}

async function listedNames(file: string): Promise<string[]> {
  const { body } = parseAst(await readFile(file, 'utf8')) as { body: readonly ExportNode[] };
  return body
    .filter(({ type }) => type === 'ExportNamedDeclaration')
    .flatMap(({ specifiers = [] }) => specifiers.map(({ exported }) => exported.name ?? ''));
}
