import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inRoot, root } from './lib/paths.ts';

/** Titles that the sources of the host give to audited routes. */
function auditTitles(): string[] {
  const files = globSync('server/src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts', '**/testing/**'] });
  const titles = files.flatMap((file) =>
    [...readFileSync(inRoot(file), 'utf8').matchAll(/\baudit: (['"`])(.+?)\1/g)].map(
      ([, , title = '']) => title,
    ),
  );
  return [...new Set(titles)];
}

it('design 12: each operation that the host writes down has a name in Chinese', () => {
  const source = readFileSync(inRoot('src/features/audit/model/operation-titles.ts'), 'utf8');
  const named = new Set([...source.matchAll(/^ {2}'(.+?)': '/gm)].map(([, title]) => title));
  const titles = auditTitles();
  expect(titles.length).toBeGreaterThan(100);
  // Those that a template fills in are listed as a whole.
  const whole = titles.filter((title) => !title.includes('${'));
  expect(whole.filter((title) => !named.has(title))).toEqual([]);
});
