import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SourceFacts } from './analyze-source.ts';
import { bundledSpecifiers } from './bundle-libraries.ts';
import { checkImports } from './check-imports.ts';
import { checkPeers } from './check-peers.ts';
import { checkTypes } from './check-types.ts';
import { indexClasses, moduleEntry, refuseHiddenClasses } from './class-index.ts';
import type { IndexedModule, PluginIndex } from './plugin-index.ts';
import { compileSteps, type CompileSteps } from './compile-steps.ts';
import { readPluginProject, readSources, type PluginProject } from './plugin-project.ts';
import { packageOf, specifierKind } from './specifier.ts';

export interface CompileOptions {
  /** Instead of the version that `app.json` states. */
  version?: string;
  /** Default true. The development loop checks types in parallel and turns this off. */
  typeCheck?: boolean;
  /**
   * Default true. False lets imports pass that a package may not have: for tests of a loader's
   * own refusals.
   */
  importCheck?: boolean;
  /** Default: every step runs again. The development loop passes incremental ones. */
  steps?: CompileSteps;
}

export interface CompiledPlugin {
  index: PluginIndex;
  /** Jar entry → content, `META-INF` included. */
  files: Map<string, Buffer>;
}

/**
 * Compiles a backend plugin project to the content of its jar (design 3.1).
 *
 * Throws PackagerError: `PROJECT_INVALID`, `SDK_MISSING`, `SOURCE_INVALID`, `TYPE_ERRORS`,
 * `TSCONFIG_INVALID`, `DUPLICATE_CLASS`, `CLASS_NOT_EXPORTED`, `IMPORT_UNRESOLVED`,
 * `IMPORT_FORBIDDEN`, `PERMISSION_MISSING`, `DEPENDENCY_UNDECLARED`, `PROVIDED_BUNDLED`,
 * `PEER_NOT_PROVIDED`, `NATIVE_DEPENDENCY`, `LIBRARY_INVALID`.
 */
export async function compilePlugin(
  projectDir: string,
  options: CompileOptions = {},
): Promise<CompiledPlugin> {
  const { version, typeCheck = true, importCheck = true, steps = compileSteps } = options;
  const project = await readPluginProject(projectDir, version);
  const texts = await readSources(project);
  const facts = new Map([...texts].map(([source, text]) => [source, steps.analyze(source, text)]));
  const index = createIndex(project, facts);
  if (importCheck) {
    refuseHiddenClasses(facts);
    checkImports(project, index.modules, facts);
    checkPeers(project);
  }
  const specifiers = bundledSpecifiers(
    project,
    index.modules.flatMap((module) => module.requires),
  );
  // esbuild works in a process of its own: types are checked in this one at the same time.
  const [modules, libraries, mappers] = await Promise.all([
    compileSources(project, texts, steps),
    steps.bundle(project, specifiers),
    readMapperFiles(project),
    typeCheck ? checkTypes(project) : undefined,
  ]);
  const files = new Map([...modules, ...libraries, ...mappers]);
  files.set('META-INF/MANIFEST.MF', manifestFile(index));
  files.set('META-INF/plugin.json', Buffer.from(`${JSON.stringify(index, null, 2)}\n`));
  return { index, files };
}

function createIndex(project: PluginProject, facts: ReadonlyMap<string, SourceFacts>): PluginIndex {
  const { code, version, platform, permissions, sources, mappers } = project;
  const modules: IndexedModule[] = [...facts].map(([source, { requires }]) => {
    return { file: moduleEntry(code, source), source, requires };
  });
  const needed = modules.flatMap(({ requires }) => requires).filter((specifier) => isPackage(specifier));
  return {
    formatVersion: 1,
    code,
    version,
    platform,
    permissions,
    main: sources.includes('src/index.ts') ? moduleEntry(code, 'src/index.ts') : null,
    classes: indexClasses(code, facts),
    modules,
    packages: [...new Set(needed.map(packageOf))].sort(),
    mappers,
  };
}

const isPackage = (specifier: string): boolean => !['relative', 'builtin'].includes(specifierKind(specifier));

async function compileSources(
  project: PluginProject,
  texts: ReadonlyMap<string, string>,
  steps: CompileSteps,
): Promise<Map<string, Buffer>> {
  const compiled = await Promise.all(
    [...texts].map(async ([source, text]) => {
      const entry = moduleEntry(project.code, source);
      const { code, map } = await steps.transpile(`${project.name}/${source}`, text);
      return [[entry, Buffer.from(code)] as const, [`${entry}.map`, Buffer.from(map)] as const];
    }),
  );
  return new Map(compiled.flat());
}

export async function readMapperFiles(
  project: Pick<PluginProject, 'dir' | 'mappers'>,
): Promise<Map<string, Buffer>> {
  const read = async (path: string) => [path, await readFile(join(project.dir, 'resources', path))] as const;
  return new Map(await Promise.all(project.mappers.map(read)));
}

function manifestFile({ code, version, platform }: PluginIndex): Buffer {
  return Buffer.from(
    [
      'Manifest-Version: 1.0',
      `Application-Code: ${code}`,
      `Application-Version: ${version}`,
      `Platform-Version: ${platform}`,
      '',
    ].join('\n'),
  );
}
