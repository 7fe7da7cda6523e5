import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import ts from 'typescript';
import { PackagerError } from '../errors.ts';
import { findPackage, type PluginProject } from './plugin-project.ts';
import { isUnchanged, recordCheck } from './type-check-stamp.ts';

/** For projects without a tsconfig.json: the same as `@platform/plugin-sdk/tsconfig.json`. */
const DEFAULT_OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts', 'lib.esnext.decorators.d.ts'],
  strict: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  skipLibCheck: true,
};

/**
 * As the packager compiles and the host loads, whatever a project's tsconfig.json says: an
 * import has no extension, or `.ts`. (design 9.7-52)
 */
const IMPORTS: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
};
/** {@link IMPORTS} on the compiler's command line. */
export const IMPORT_FLAGS = [
  '--module',
  'esnext',
  '--moduleResolution',
  'bundler',
  '--allowImportingTsExtensions',
];

/**
 * Type-checks the project's own sources with its tsconfig.json. A check that found nothing is
 * recorded in `target/` and not repeated while nothing that it read has changed. Throws
 * `TYPE_ERRORS`, `TSCONFIG_INVALID`.
 */
export async function checkTypes(project: PluginProject): Promise<void> {
  const options: ts.CompilerOptions = {
    ...readOptions(project.dir),
    ...IMPORTS,
    noEmit: true,
    composite: false,
    incremental: false,
  };
  const declarations = ts.sys.readDirectory(join(project.dir, 'src'), ['.d.ts', '.d.mts', '.d.cts']);
  const rootNames = [...project.sources.map((source) => join(project.dir, source)), ...declarations];
  const stamp = join(project.dir, 'target/types.json');
  const key = createHash('sha256')
    .update(JSON.stringify([ts.version, options, rootNames]))
    .digest('hex');
  if (await isUnchanged(stamp, key)) return;
  const began = Date.now();
  const program = ts.createProgram(rootNames, options);
  refuseErrors(project, program);
  const read = program.getSourceFiles().map(({ fileName }) => fileName);
  await recordCheck(stamp, key, read, began);
}

function refuseErrors(project: PluginProject, program: ts.Program): void {
  const own = program.getSourceFiles().filter(({ fileName }) => isOwn(project, fileName));
  const diagnostics = [
    ...program.getOptionsDiagnostics(),
    ...own.flatMap((file) => [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ]),
  ];
  if (diagnostics.length === 0) return;
  const lines = diagnostics.map((diagnostic) => formatDiagnostic(project.dir, diagnostic));
  throw new PackagerError({
    code: 'TYPE_ERRORS',
    message: `${project.name} has ${lines.length} type error${lines.length === 1 ? '' : 's'}:\n${lines.join('\n')}`,
    fix: 'Fix these lines and package again.',
    details: lines,
  });
}

function isOwn({ dir }: PluginProject, fileName: string): boolean {
  const root = `${join(dir, 'src')}${sep}`.replaceAll('\\', '/');
  return fileName.replaceAll('\\', '/').startsWith(root);
}

function readOptions(dir: string): ts.CompilerOptions {
  const file = join(dir, 'tsconfig.json');
  if (!existsSync(file))
    return { ...DEFAULT_OPTIONS, types: findPackage(dir, '@types/node') ? ['node'] : [] };
  const failures: ts.Diagnostic[] = [];
  const host: ts.ParseConfigFileHost = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (diagnostic) => failures.push(diagnostic),
  };
  const parsed = ts.getParsedCommandLineOfConfigFile(file, {}, host);
  if (parsed && failures.length === 0) return parsed.options;
  throw new PackagerError({
    code: 'TSCONFIG_INVALID',
    message: failures.map((failure) => formatDiagnostic(dir, failure)).join('\n'),
    fix: 'Extend @platform/plugin-sdk/tsconfig.json.',
  });
}

function formatDiagnostic(dir: string, { file, start, messageText, code }: ts.Diagnostic): string {
  const text = `TS${code}: ${ts.flattenDiagnosticMessageText(messageText, '\n  ')}`;
  if (!file || start === undefined) return text;
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  const path = file.fileName.startsWith(dir) ? file.fileName.slice(dir.length + 1) : file.fileName;
  return `${path}:${line + 1}:${character + 1}: ${text}`;
}
