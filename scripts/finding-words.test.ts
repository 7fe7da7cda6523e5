import { globSync, readFileSync } from 'node:fs';
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

const host = globSync(['server/src/**/*.ts', 'packages/package-format/src/**/*.ts'], { cwd: inRoot('.') })
  .filter((file) => !file.includes('.test.'))
  .map((file) => readFileSync(inRoot(file), 'utf8'));

it('each sentence with values has them from the host', () => {
  const sending = host.filter((text) => /params|conflict\(/.test(text));
  const words = readFileSync(inRoot('src/shared/feedback/words/valued-words.ts'), 'utf8');
  const sentences = [...words.matchAll(/^ {2}'?([A-Z0-9_]+)(?:\.(\w+))?'?:\s+'(.+)',$/gm)];
  expect(sentences.length).toBeGreaterThan(60);
  const missing = sentences.flatMap(([, code = '', kind, sentence = '']) => {
    const sources = sending.filter((text) => text.includes(`'${code}'`));
    const values = [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => String.raw`\b${name}\b`);
    return [...values, ...(kind ? [`'${kind}'`] : [])]
      .filter((part) => !sources.some((text) => new RegExp(part).test(text)))
      .map((part) => `${code} ${part}`);
  });
  expect(missing).toEqual([]);
});

it('each sentence that the host keeps as text is one that it writes', () => {
  const words = readFileSync(inRoot('src/shared/feedback/words/sentence-words.ts'), 'utf8');
  const english = [...words.matchAll(/^ {2}'([^']+)':/gm)].map(([, sentence = '']) => sentence);
  expect(english.length).toBeGreaterThan(40);
  const all = host.join('\n');
  const isWritten = (sentence: string): boolean =>
    sentence.split(/ ?\(?\{\w+\}\)?/).every((part) => all.includes(part));
  expect(english.filter((sentence) => !isWritten(sentence))).toEqual([]);
});
