import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { transformSync } from 'esbuild';
import { inRoot } from '../lib/paths.ts';
import { run } from '../lib/run.ts';
import { publishedManifest, type WorkspaceManifest } from './published-manifest.ts';

/** Published packages run on Node 20; only the host needs Node 24. */
const TARGET = 'node20';
const RELATIVE_SOURCE = /((?:from|import)\s*\(?\s*)(['"])(\.{1,2}\/[^'"]+?)\.ts\2/g;

/**
 * Builds a package of `packages/` as it is published: JavaScript and declarations under `dist/`,
 * because Node strips no types of what lies in `node_modules`, and a manifest that names them.
 * The declarations are those of the last `buildDeclarations`.
 * @param name folder of `packages/`
 * @param target gets `dist/`, `package.json` and the files that the manifest exports as they are
 */
export function buildPackage(name: string, target: string): void {
  const source = inRoot('packages', name);
  const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as WorkspaceManifest;
  const published = publishedManifest(manifest);
  const types = inRoot('node_modules/.cache/types/packages', name, 'src');
  for (const sample of manifest.samples ?? []) copySample(sample, join(target, 'sample'));
  for (const file of sourcesOf(source, manifest)) {
    if (!/\.(ts|vue)$/.test(file)) {
      cpSync(join(source, 'src', file), join(target, 'dist', file));
      continue;
    }
    const text = readFileSync(join(source, 'src', file), 'utf8');
    if (file.endsWith('.vue')) {
      write(join(target, 'dist', file), rewritten(text));
      write(
        join(target, 'dist', `${file}.d.ts`),
        rewritten(readFileSync(join(types, `${file}.d.ts`), 'utf8')),
      );
      continue;
    }
    const { code } = transformSync(text, { loader: 'ts', format: 'esm', target: TARGET, sourcefile: file });
    write(join(target, 'dist', file.replace(/\.ts$/, '.js')), rewritten(code));
    const declarations = file.replace(/\.ts$/, '.d.ts');
    write(join(target, 'dist', declarations), rewritten(readFileSync(join(types, declarations), 'utf8')));
  }
  for (const file of published.files.filter((path) => path !== 'dist' && path !== 'sample')) {
    if (relative(source, target) !== '') cpSync(join(source, file), join(target, file), { recursive: true });
  }
  write(join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
}

/**
 * Makes the declarations of packages, where their sources have changed.
 * @param names folders of `packages/`
 */
export async function buildDeclarations(names: readonly string[]): Promise<void> {
  await run('vue-tsc', ['--build', ...names.map((name) => inRoot('packages', name))]);
}

/** Published sources: no tests, and test support only if the package exports it. */
function sourcesOf(source: string, { exports }: WorkspaceManifest): string[] {
  const offersTesting = './testing' in exports;
  return globSync('**/*.{ts,vue,template}', { cwd: join(source, 'src') })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.test.ts') && (offersTesting || !/(^|\/)testing\//.test(path)));
}

/** Copies a project as it is in the repository, without build results. */
function copySample(project: string, target: string): void {
  cpSync(inRoot(project), join(target, project), {
    recursive: true,
    filter: (path) => !/[\\/](node_modules|target|dist|\.cache)$/.test(path),
  });
}

const rewritten = (text: string): string => text.replaceAll(RELATIVE_SOURCE, '$1$2$3.js$2');

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Folders of `packages/` that are published, each after those that it needs. */
export const PUBLISHED = [
  'plugin-sdk',
  'mapper',
  'package-format',
  'host-api',
  'remote-app',
  'packager',
  'create-app',
  'cli',
].filter((name) => existsSync(inRoot('packages', name)));
