import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { createChecker } from 'vue-component-meta';
import { inRoot } from '../lib/paths.ts';

const UI = inRoot('packages/remote-app/src/ui');
const EXPORTED = /^export \{ default as (\w+) \} from '(.+\.(?:vue|ts))'/gm;
/** The section that TypeDoc writes of a component: its declaration alone. */
const BARE = /^### (?:~~)?(\w+)(?:~~)?\n\n```ts\nconst \w+: (?:typeof __VLS_export|Overloads<.+>);\n```\n/gm;

type Checker = ReturnType<typeof createChecker>;
interface Part {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly required?: boolean;
  readonly default?: string;
}

/** Adds props, events and slots of the components to the page of `@platform/remote-app/ui`. */
export function withComponents(page: string): string {
  const index = readFileSync(join(UI, 'index.ts'), 'utf8');
  const files = new Map(
    [...index.matchAll(EXPORTED)].map(([, name = '', file = '']) => [
      name,
      componentIn(join(UI, file), name),
    ]),
  );
  const checker = createChecker(inRoot('packages/remote-app/tsconfig.json'));
  return page.replaceAll(BARE, (bare, name: string) => {
    const file = files.get(name);
    return file === undefined ? bare : sectionOf(checker, name, file);
  });
}

/** A module that chooses between a component and its former edition imports it by its name. */
function componentIn(file: string, name: string): string | undefined {
  if (file.endsWith('.vue')) return file;
  const imported = new RegExp(`^import ${name} from '(.+\\.vue)'`, 'm').exec(readFileSync(file, 'utf8'))?.[1];
  return imported && join(dirname(file), imported);
}

function sectionOf(checker: Checker, name: string, file: string): string {
  const { description, deprecated } = docsIn(readFileSync(file, 'utf8'));
  const heading = deprecated === undefined ? `### ${name}` : `### ~~${name}~~`;
  const note = deprecated === undefined ? '' : `#### Deprecated\n\n${deprecated}`;
  const { props, events, slots } = checker.getComponentMeta(file);
  // A description before `defineModel` is that of the component.
  const own = (part: Part): Part =>
    inline(part.description) === inline(description) ? { ...part, description: '' } : part;
  const parts = [
    ['Props', props.filter(({ global }) => !global).map(own)],
    ['Events', events.map(own)],
    ['Slots', slots.map(own)],
  ] satisfies Array<[string, Part[]]>;
  const tables = parts.flatMap(([title, rows]) => (rows.length === 0 ? [] : [tableOf(title, rows)]));
  return [heading, description, note, ...tables].filter((text) => text !== '').join('\n\n') + '\n';
}

function tableOf(title: string, rows: readonly Part[]): string {
  const hasDefaults = rows.some((row) => defaultOf(row) !== undefined);
  const head = ['Name', 'Type', ...(hasDefaults ? ['Default'] : []), 'Description'];
  const lines = rows.map((row) => {
    const name = row.required === false ? `${row.name}?` : row.name;
    const given = defaultOf(row);
    const defaults = hasDefaults ? [given === undefined ? '-' : code(given)] : [];
    return [code(name), code(typeOf(row)), ...defaults, inline(row.description) || '-'];
  });
  return [`#### ${title}`, '', ...[head, head.map(() => '------'), ...lines].map(lineOf)].join('\n');
}

const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const code = (text: string): string => `\`${inline(text).replaceAll('|', '\\|')}\``;
const inline = (text: string): string =>
  text
    .replaceAll(/\{@link (\w+)\}/g, '`$1`')
    .replaceAll(/\s+/g, ' ')
    .trim();
const typeOf = ({ type, required }: Part): string =>
  required === false ? type.replace(/ \| undefined$/, '').replace(/^\((.+)\)$/, '$1') : type;
const defaultOf = ({ default: given }: Part): string | undefined =>
  given === 'undefined' ? undefined : given;

/** The docstring of a component: that of the first macro of its script. */
function docsIn(component: string): { description: string; deprecated: string | undefined } {
  const script = /<script setup[^>]*>([\s\S]*?)<\/script>/.exec(component)?.[1] ?? '';
  const source = ts.createSourceFile('component.ts', script, ts.ScriptTarget.ES2024, true);
  const macro = source.statements.find((statement) => /\bdefine(?:Props|Model)\b/.test(statement.getText()));
  const comments = macro ? ts.getJSDocCommentsAndTags(macro).filter(ts.isJSDoc) : [];
  const tag = macro && ts.getJSDocDeprecatedTag(macro);
  return {
    description: inline(comments.map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '').join(' ')),
    deprecated: tag && inline(ts.getTextOfJSDocComment(tag.comment) ?? ''),
  };
}
