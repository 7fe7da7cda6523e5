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
  const source = readFileSync(inRoot('src/shared/feedback/words/package-words.ts'), 'utf8');
  const named = new Set([...source.matchAll(/^ {2}([A-Z0-9_]+): \[/gm)].map(([, code]) => code));
  const codes = findingCodes();
  expect(codes.length).toBeGreaterThan(100);
  expect(codes.filter((code) => !named.has(code))).toEqual([]);
});

/** Sections whose failures a person meets in the shell. */
const SHOWN = [
  'Requests',
  'Login and permissions',
  'Users, roles, menus and the other records',
  'Messages and notices',
  'Scheduler center',
  'Files, cache and locks',
  'Database and tenants',
  'Console: uploading, saving, publishing',
  'Installing and upgrading',
  'Tasks',
  'Loading a plugin',
  'A plugin at work',
  'Catalog between editions',
];
/** Its message is the application's own. */
const OWN_WORDS = new Set(['REQUEST_FAILED']);

it('each failure that a person meets in the shell has Chinese words', () => {
  const sections = readFileSync(inRoot('docs/errors.md'), 'utf8').split(/^#+ /m);
  const codes = SHOWN.flatMap((title) => {
    const section = sections.find((text) => text.startsWith(`${title}\n`)) ?? '';
    return [...section.matchAll(/^\| `([A-Z0-9_]+)`\s*\| [45]\d\d/gm)].map(([, code = '']) => code);
  });
  const words = ['src/shared/feedback/words/failure-words.ts', 'src/shared/feedback/i18n/zh-CN.ts'];
  const source = words.map((file) => readFileSync(inRoot(file), 'utf8')).join('\n');
  const named = new Set([...source.matchAll(/^ {2}([A-Z0-9_]+): [[{]/gm)].map(([, code]) => code));
  expect(codes.length).toBeGreaterThan(220);
  expect(codes.filter((code) => !named.has(code) && !OWN_WORDS.has(code))).toEqual(['VALIDATION_FAILED']);
});
