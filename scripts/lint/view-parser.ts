import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import * as scriptParser from '@typescript-eslint/parser';
import ts from 'typescript';
import * as vueParser from 'vue-eslint-parser';
import { readVueProject } from '../lib/vue-project.ts';

/** Options that the parser of components passes to that of their scripts. */
interface ScriptOptions extends scriptParser.ParserOptions {
  readonly filePath: string;
  /** Absent for the expressions of a template, which have no types of their own. */
  readonly projectService?: true;
}

/**
 * Parses the scripts of components with types, by one program for all components of a
 * `tsconfig.json`. The project service of typescript-eslint makes a program, and checks its imports
 * again, for each component: three times the processor time of all the rules.
 */
export const viewParser = {
  meta: { name: 'platform-view-parser', version: '1' },
  parseForESLint(code: string, options: ScriptOptions): ReturnType<typeof scriptParser.parseForESLint> {
    if (options.projectService === undefined) return scriptParser.parseForESLint(code, options);
    const program = programOf(options.filePath);
    // An editor lints what is not saved yet.
    if (program.getSourceFile(options.filePath)?.text !== code)
      return scriptParser.parseForESLint(code, options);
    return scriptParser.parseForESLint(code, {
      ...options,
      projectService: undefined,
      programs: [program],
    });
  },
};

/** The last program, as components are linted folder by folder. */
let last: { readonly config: string; readonly program: ts.Program } | undefined;

/** Parsed once for the programs of all configurations: most of what each of them reads. */
const parsed = new Map<string, ts.SourceFile>();

function programOf(file: string): ts.Program {
  const config = ts.findConfigFile(dirname(file), existsSync);
  if (config === undefined) throw new Error(`${file} belongs to no tsconfig.json.`);
  if (last?.config !== config) last = { config, program: createProgram(config) };
  return last.program;
}

function createProgram(config: string): ts.Program {
  const { options, fileNames } = readVueProject(config, {
    allowNonTsExtensions: true,
    noEmit: true,
    composite: false,
    incremental: false,
  });
  const host = ts.createCompilerHost(options, true);
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (name, version, ...more) => {
    if (name.endsWith('.vue'))
      return ts.createSourceFile(name, scriptOf(name), version, true, ts.ScriptKind.TS);
    const shared = parsed.get(name) ?? getSourceFile(name, version, ...more);
    if (shared) parsed.set(name, shared);
    return shared;
  };
  // Without references, as those would take declarations that `npm run types` may not have written.
  return ts.createProgram({ rootNames: fileNames, options, host });
}

/** The script of a component as the parser of components passes it on. */
function scriptOf(file: string): string {
  const text = readFileSync(resolve(file), 'utf8');
  let script = '';
  const found = new Error('found');
  try {
    vueParser.parseForESLint(text, {
      filePath: file,
      projectService: true,
      parser: {
        parseForESLint(code: string, { projectService }: ScriptOptions) {
          if (projectService === undefined) return scriptParser.parseForESLint(code, {});
          script = code;
          throw found;
        },
      },
    });
  } catch (error) {
    if (error !== found) throw error;
  }
  return script;
}
