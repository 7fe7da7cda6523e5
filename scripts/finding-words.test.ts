import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inRoot } from './lib/paths.ts';

/** Codes of findings that a host reports about a package, as the reference lists them. */
function findingCodes(): string[] {
  const sections = readFileSync(inRoot('docs/errors.md'), 'utf8').split(/^## /m);
  const ofPackages = sections.filter((section) => section.startsWith('Package: '));
  return ofPackages.flatMap((section) =>
    [...section.matchAll(/^\| `([A-Z0-9_]+)`\s*\| (?:4\d\d|–\s*\| Warning)/gm)].map(([, code = '']) => code),
  );
}

it('each finding about a package has Chinese words', () => {
  const source = readFileSync(inRoot('src/features/console/model/finding-words.ts'), 'utf8');
  const named = new Set([...source.matchAll(/^ {2}([A-Z0-9_]+): \[/gm)].map(([, code]) => code));
  const codes = findingCodes();
  expect(codes.length).toBeGreaterThan(100);
  expect(codes.filter((code) => !named.has(code))).toEqual([]);
});
