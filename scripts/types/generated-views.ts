import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { TypeScriptServiceScript } from '@volar/typescript';
import {
  createLanguage,
  createParsedCommandLine,
  createVueLanguagePlugin,
  shouldReportDiagnostics,
  type CodeInformation,
  type SourceScript,
} from '@vue/language-core';
import ts from 'typescript';

/** A place in a file; line and column begin at 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Components as the TypeScript that `vue-tsc` checks, in files for a compiler that knows none. */
export class GeneratedViews {
  readonly #language: ReturnType<typeof createLanguage<string>>;
  readonly #root: string;
  readonly #folder: string;
  /** Component by the file generated from it. */
  readonly #scripts = new Map<string, { source: SourceScript<string>; script: TypeScriptServiceScript }>();

  /**
   * @param config path of the project's `tsconfig.json`, with `vueCompilerOptions`
   * @param options of the project
   * @param root above all components
   * @param folder of the files, each at the path that its component has below `root`
   */
  constructor(config: string, options: ts.CompilerOptions, root: string, folder: string) {
    const { vueOptions } = createParsedCommandLine(ts, ts.sys, config);
    // Its path from the component would lead nowhere from the file.
    const typed = { ...vueOptions, typesRoot: '@vue/language-core/types' };
    const plugin = createVueLanguagePlugin<string>(ts, options, typed, (name) => name);
    this.#language = createLanguage<string>([plugin], new Map(), () => undefined);
    this.#root = root;
    this.#folder = folder;
  }

  /** Writes the file of a component. @returns its path */
  write(view: string): string {
    const text = readFileSync(view, 'utf8');
    const source = this.#language.scripts.set(view, ts.ScriptSnapshot.fromString(text), 'vue');
    const { generated } = source ?? {};
    const script = generated?.languagePlugin.typescript?.getServiceScript(generated.root);
    if (!source || !script) throw new Error(`${view} is not a component.`);
    const file = `${join(this.#folder, relative(this.#root, view))}${script.extension}`;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, textOf(script.code.snapshot));
    this.#scripts.set(file, { source, script });
    return file;
  }

  /**
   * The place in a component of what the compiler reports in a file.
   *
   * @param code of the report, such as 2339
   * @returns undefined in code that no person wrote, as in `vue-tsc`; other files are their own
   *   place
   */
  origin(place: Place, code: number): Place | undefined {
    const generated = this.#scripts.get(place.file);
    if (!generated) return place;
    const { source, script } = generated;
    const offset = offsetOf(textOf(script.code.snapshot), place);
    const found = [...this.#language.maps.get(script.code, source).toSourceLocation(offset)];
    // The whole of an attribute may be free to be unknown, and its name not.
    if (found.some(([, { data }]) => isFreeOf(data, code))) return undefined;
    const [start] = found.findLast(([, { data }]) => shouldReportDiagnostics(data, 'ts', code)) ?? [];
    return start === undefined ? undefined : placeOf(source.id, textOf(source.snapshot), start);
  }
}

/** Whether code is there for other reports than this one. */
const isFreeOf = ({ verification }: CodeInformation, code: number): boolean =>
  typeof verification === 'object' && verification.shouldReport?.('ts', code) === false;

const textOf = (snapshot: ts.IScriptSnapshot): string => snapshot.getText(0, snapshot.getLength());

function offsetOf(text: string, { line, column }: Place): number {
  let start = 0;
  for (let before = 1; before < line; before += 1) start = text.indexOf('\n', start) + 1;
  return start + column - 1;
}

function placeOf(file: string, text: string, offset: number): Place {
  const lines = text.slice(0, offset).split('\n');
  return { file, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
