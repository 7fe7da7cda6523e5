import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { CommandFailed, run } from '../lib/run.ts';
import { readVueProject } from '../lib/vue-project.ts';
import { GeneratedViews } from './generated-views.ts';

export interface ViewProject {
  /** Above everything that the project imports by a relative path. */
  readonly root: string;
  /** Path of its `tsconfig.json`, below `root`. */
  readonly config: string;
  /** Folders below `root` of further components that its files import. */
  readonly imported: readonly string[];
  /** Program `tsc` of TypeScript 7. */
  readonly compiler: string;
}

/** A line of the compiler that begins a report; lines that explain it are indented. */
const REPORT = /^(?<file>.+)\((?<line>\d+),(?<column>\d+)\): (?<text>error TS(?<code>\d+): .*)$/;

/**
 * Checks the types of a project with components by TypeScript 7, which knows none: it reads what
 * `vue-tsc` would, from files, in a third of the time. (docs/decisions/0013)
 *
 * @throws CommandFailed with the reports, at their places in the components
 */
export async function checkViews({ root, config, imported, compiler }: ViewProject): Promise<void> {
  const path = join(root, config);
  const folder = join(root, 'node_modules/.cache/views', dirname(config));
  rmSync(folder, { recursive: true, force: true });
  const { options, fileNames, projectReferences = [] } = readVueProject(path);
  const parts = imported.map((name) => join(root, name));
  const views = new GeneratedViews(path, options, root, folder);
  const components = [
    ...fileNames.filter(isView),
    ...parts.flatMap((part) => ts.sys.readDirectory(part, ['.vue'])),
  ];
  const own = join(folder, 'tsconfig.json');
  const content = {
    extends: path,
    compilerOptions: {
      composite: false,
      incremental: false,
      noEmit: true,
      rootDirs: [root, folder],
      paths: inBoth(options, root, folder),
    },
    files: [...fileNames.filter((name) => !isView(name)), ...components.map((view) => views.write(view))],
    include: [],
    // Sources are read in the place of what a project with components declares.
    references: projectReferences.filter(({ path: other }) => !parts.some((part) => isWithin(part, other))),
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(own, JSON.stringify(content));
  try {
    await run('node', [compiler, '-p', own, '--pretty', 'false'], { cwd: root });
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    const output = told(error.output, root, views);
    if (output !== '') throw new CommandFailed(`tsc -p ${config}`, 1, output);
  }
}

const isView = (name: string): boolean => name.endsWith('.vue');

/** Each target of a path also where the files of its components are. */
function inBoth(options: ts.CompilerOptions, root: string, folder: string): object {
  const base = options['pathsBasePath'] as string;
  const targets = (target: string): string[] => {
    const path = resolve(base, target);
    return [path, join(folder, relative(root, path))];
  };
  return Object.fromEntries(
    Object.entries(options.paths ?? {}).map(([name, all]) => [name, all.flatMap(targets)]),
  );
}

const isWithin = (path: string, folder: string): boolean => !relative(folder, path).startsWith('..');

/** The reports of the compiler that a person can answer. */
function told(output: string, root: string, views: GeneratedViews): string {
  let isTold = true;
  const lines = output.split('\n').map((line) => {
    const { file, line: row, column, text, code } = REPORT.exec(line)?.groups ?? {};
    if (file === undefined) return isTold ? line : '';
    const place = views.origin(
      { file: resolve(root, file), line: Number(row), column: Number(column) },
      Number(code),
    );
    isTold = place !== undefined;
    return place ? `${relative(root, place.file)}(${place.line},${place.column}): ${text}` : '';
  });
  return lines.filter((line) => line !== '').join('\n');
}
