import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Application } from 'typedoc';
import { withComponents } from './api/component-reference.ts';
import { DOCUMENTED_PACKAGES, entriesOf, type Entry } from './api/documented-packages.ts';
import { inRoot } from './lib/paths.ts';

/**
 * Writes `docs/reference` from the docstrings of the public declarations.
 *
 * `npm run types` writes the declarations that are read here. `--check` only compares.
 */
const check = process.argv.includes('--check');
const reference = inRoot('docs/reference');
const output = mkdtempSync(join(tmpdir(), 'reference-'));
try {
  await writeReference(output);
  const outdated = outdatedFiles(output);
  if (check && outdated.length > 0) {
    process.stderr.write(
      `docs/reference is outdated:\n${outdated.map((file) => `  ${file}\n`).join('')}Run \`npm run docs:reference\`.\n`,
    );
    process.exitCode = 1;
  }
  if (!check) {
    rmSync(reference, { recursive: true, force: true });
    cpSync(output, reference, { recursive: true });
  }
} finally {
  rmSync(output, { recursive: true });
}

async function writeReference(folder: string): Promise<void> {
  const entries = DOCUMENTED_PACKAGES.flatMap(entriesOf);
  const app = await Application.bootstrapWithPlugins({
    entryPoints: entries.map(declarationOf),
    outputs: [{ name: 'markdown', path: folder }],
    logLevel: 'Error',
  });
  const project = await app.convert();
  if (!project) throw new Error('TypeDoc could not read the declarations. Run npm run types first.');
  // TypeDoc names modules after files; readers know them by their import specifiers.
  const names = new Map(entries.map((entry) => [moduleNameOf(entry), specifierOf(entry)]));
  for (const module of project.children ?? []) module.name = names.get(module.name) ?? module.name;
  await app.generateOutputs(project);
  // TypeDoc does not know the compiler of Vue, which gives components their types.
  const components = join(folder, 'remote-app/ui.md');
  writeFileSync(components, withComponents(readFileSync(components, 'utf8')));
}

function declarationOf(entry: Entry): string {
  const source = entry.source.replace(/\.ts$/, '.d.ts');
  return inRoot('node_modules/.cache/types/packages', entry.package, source);
}

/** `plugin-sdk/src/core` for `src/core/index.ts`. */
function moduleNameOf(entry: Entry): string {
  return `${entry.package}/${entry.source.replace(/(\/index)?\.ts$/, '')}`;
}

function specifierOf(entry: Entry): string {
  return entry.name === entry.package ? entry.package : `${entry.package}/${entry.name}`;
}

function outdatedFiles(folder: string): string[] {
  const names = new Set([...filesIn(folder), ...filesIn(reference)]);
  return [...names].filter((name) => textOf(join(folder, name)) !== textOf(join(reference, name)));
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  } catch {
    return [];
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
