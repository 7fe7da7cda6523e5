import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DOCUMENTED_PACKAGES, entriesOf } from './api/documented-packages.ts';
import { inRoot } from './lib/paths.ts';

/** Names in `export { A, type B, c as D } from './…'` and `export const e`. */
function exportedBy(source: string): string[] {
  const listed = [...source.matchAll(/^export (?:type )?\{([^}]*)\} from '\.\//gm)].flatMap(([, list = '']) =>
    list.split(',').map((item) => /(\w+)\s*$/.exec(item)?.[1] ?? ''),
  );
  const own = source.matchAll(/^export (?:abstract )?(?:class|const|function|interface|type) (\w+)/gm);
  return [...listed, ...[...own].map(([, name = '']) => name)].filter((name) => name !== '');
}

/** Names of the sections of a page. */
const sectionsOf = (page: string): Set<string> =>
  new Set(
    [...page.replaceAll('\\_', '_').matchAll(/^### (?:`abstract` |~~)?(\w+)/gm)].map(([, name = '']) => name),
  );

describe('issue F: docs/reference has a section for each name that a package exports', () => {
  test.each(DOCUMENTED_PACKAGES.flatMap(entriesOf).map((entry) => [entry.package, entry.name, entry.source]))(
    '%s, %s',
    (owner, name, source) => {
      const names = exportedBy(readFileSync(inRoot('packages', owner, source), 'utf8'));
      const page = name === owner ? `${owner}.md` : `${owner}/${name}.md`;
      const sections = sectionsOf(readFileSync(inRoot('docs/reference', page), 'utf8'));
      // Otherwise run `npm run types && npm run docs:reference`.
      expect(names.filter((exported) => !sections.has(exported))).toEqual([]);
      expect(sections.size).toBeGreaterThan(0);
    },
  );
});

test('issue F: docs/reference has the props of each component, and no name of the compiler', () => {
  const ui = inRoot('packages/remote-app/src/ui');
  const page = readFileSync(inRoot('docs/reference/remote-app/ui.md'), 'utf8');
  expect(page).not.toContain('__VLS');
  const sections = new Map(page.split(/^### (?:~~)?/m).map((text) => [/^\w+/.exec(text)?.[0], text]));
  const exported = readFileSync(join(ui, 'index.ts'), 'utf8').matchAll(
    /^export \{ default as (\w+) \} from '(.+\.vue)'/gm,
  );
  const incomplete = [...exported].flatMap(([, name = '', file = '']) => {
    const component = readFileSync(join(ui, file), 'utf8');
    const props = /defineProps<\{([^}]*)\}/.exec(component)?.[1] ?? '';
    const names = [...props.matchAll(/^ {2}(\w+\??):/gm)].map(([, prop]) => prop);
    return names
      .filter((prop) => !sections.get(name)?.includes(`| \`${prop}\` |`))
      .map((prop) => `${name}.${prop}`);
  });
  expect(incomplete).toEqual([]);
});

test('docs/reference marks deprecated components, and describes those with a former edition', () => {
  const ui = readFileSync(inRoot('docs/reference/remote-app/ui.md'), 'utf8');
  expect(ui).toContain('### ~~EditDialog~~');
  expect(ui).not.toContain('Overloads<');
  expect(/^### ListPage\n[^]*?^### /m.exec(ui)?.[0]).toContain('| `purpose?` |');
});
