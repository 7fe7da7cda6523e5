import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { SPEC_ROWS } from './spec-rows.ts';

/** A row that a test's title names. `row` is undefined where the specification has none such. */
export interface SpecReference {
  readonly row: string | undefined;
  /** The title; where it is only a reference, the reference's own words. */
  readonly title: string;
  readonly file: string;
}

const TESTS = '{packages,server,src,plugins,frontend,scripts,e2e}/**/*.{test,spec,contract}.ts';
const SHARED_SUITES = '{packages,server,src}/**/testing/**/*.ts';
const OWN_TEST = 'scripts/spec-coverage.test.ts';

const MARK = 'spec: ';
const namesByLength = SPEC_ROWS.map(({ name }) => name).sort((a, b) => b.length - a.length);

/**
 * The row whose name the text begins with. `M10` does not match `M1`, nor a longer path a shorter
 * one. A section that is not a table may continue with `/`.
 */
function rowAt(text: string): string | undefined {
  return namesByLength.find((name) => {
    const isTable = namesByLength.some((other) => other.startsWith(`${name}/`));
    const goesOn = isTable || name.includes('/') ? /^[\w/-]/ : /^[\w-]/;
    return text.startsWith(name) && !goesOn.test(text.slice(name.length));
  });
}

/**
 * A further name after the first: any row after `; `, a rule after `, ` or ` and `, which prose
 * uses too.
 */
function following(text: string): string | undefined {
  const rule = /^(?:, | and )(?=[RMDELV]\d)/.exec(text);
  const any = /^; (?=[A-Z])/.exec(text);
  const separator = rule ?? any;
  return separator ? text.slice(separator[0].length) : undefined;
}

/**
 * The rows that a title names after `spec: `: one or several (`spec: M3, M4 …`,
 * `spec: L4; States/deploy …`).
 * @returns undefined for a name without a row
 */
export function rowsOf(title: string): Array<string | undefined> {
  return title
    .split(MARK)
    .slice(1)
    .flatMap((text) => {
      const rows: Array<string | undefined> = [];
      let rest: string | undefined = text;
      while (rest !== undefined) {
        const row = rowAt(rest);
        rows.push(row);
        rest = row === undefined ? undefined : following(rest.slice(row.length));
      }
      return rows;
    });
}

function titlesIn(file: string, text: string): string[] {
  if (!text.includes(MARK)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && node.text.includes(MARK)) titles.push(node.text);
    else if (ts.isTemplateExpression(node) && node.head.text.includes(MARK))
      titles.push(node.getText().slice(1, -1));
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}

/** Every row that a test under `root` names, in the order of the files. */
export function collectReferences(root: string): SpecReference[] {
  const files = [
    ...globSync(TESTS, { cwd: root, exclude: ['**/node_modules/**'] }),
    ...globSync(SHARED_SUITES, { cwd: root }),
  ]
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path !== OWN_TEST && !path.includes('node_modules/'));
  return [...new Set(files)]
    .sort()
    .flatMap((file) =>
      titlesIn(file, readFileSync(join(root, file), 'utf8')).flatMap((title) =>
        rowsOf(title).map((row) => ({ row, title, file })),
      ),
    );
}
