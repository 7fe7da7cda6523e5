import { readFileSync } from 'node:fs';
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
