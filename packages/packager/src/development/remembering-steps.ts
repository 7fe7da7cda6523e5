import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileSteps, type CompileSteps } from '../compile/compile-steps.ts';
import { findPackage, type PluginProject } from '../compile/plugin-project.ts';
import { packageOf } from '../compile/specifier.ts';
import type { TranspiledModule } from '../compile/transpile.ts';

/**
 * Creates compile steps that redo only what has changed since the last build.
 *
 * Modules carry their source map, so that an inspector finds the sources on disk. Stacks name
 * paths relative to `root`, which a terminal opens.
 */
export function rememberingSteps(projectDir: string, root: string): CompileSteps {
  const folder = dirname(projectDir);
  return {
    analyze: rememberLast(compileSteps.analyze),
    transpile: rememberLast(async (source: string, text: string) =>
      withSources(await compileSteps.transpile(source, text), join(folder, source), root),
    ),
    bundle: rememberLibraries(),
  };
}

/** Remembers the result of the last text of each source. */
function rememberLast<T>(work: (source: string, text: string) => T): (source: string, text: string) => T {
  const last = new Map<string, { text: string; result: T }>();
  return (source, text) => {
    const known = last.get(source);
    if (known?.text === text) return known.result;
    const result = work(source, text);
    last.set(source, { text, result });
    return result;
  };
}

function withSources({ code, map }: TranspiledModule, file: string, root: string): TranspiledModule {
  const parsed = JSON.parse(map) as { sources: string[] };
  const sourcesAs = (source: string): string => JSON.stringify({ ...parsed, sources: [source] });
  const inline = Buffer.from(sourcesAs(pathToFileURL(file).href)).toString('base64');
  return {
    code: `${code}//# sourceMappingURL=data:application/json;base64,${inline}\n`,
    map: sourcesAs(relative(root, file).replaceAll('\\', '/')),
  };
}

/** A bundle is rebuilt if another package is imported, or another version is installed. */
function rememberLibraries(): CompileSteps['bundle'] {
  let last: { key: string; result: ReturnType<CompileSteps['bundle']> } | undefined;
  return (project, specifiers) => {
    const versions = specifiers.map((specifier) => installedVersion(project, packageOf(specifier)));
    const key = JSON.stringify([specifiers, versions, project.peerDependencies]);
    if (last?.key !== key) last = { key, result: compileSteps.bundle(project, specifiers) };
    return last.result;
  };
}

function installedVersion({ dir }: PluginProject, name: string): string | undefined {
  const found = findPackage(dir, name);
  if (found === undefined) return undefined;
  return (JSON.parse(readFileSync(join(found, 'package.json'), 'utf8')) as { version?: string }).version;
}
