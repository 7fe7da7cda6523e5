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

const written = ['server', 'packages/package-format', 'packages/mapper', 'packages/plugin-sdk'];
const host = globSync(
  written.map((folder) => `${folder}/src/**/*.ts`),
  { cwd: inRoot('.') },
)
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

const read = (file: string): string => readFileSync(inRoot(`src/shared/feedback/words/${file}`), 'utf8');
const placesOf = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

const all = host.join('\n').replaceAll('\\`', '`');
/** Words that stand in the sources as a value. */
const isWritten = (sentence: string): boolean =>
  sentence.split(/ ?\(?\{\w+\}\)?|\|/).every((part) => all.includes(part.replaceAll('\\', '')));

it('each sentence that the host keeps as text is one that it writes', () => {
  const english = [...read('sentence-words.ts').matchAll(/^ {2}'([^']+)':/gm)].map(([, text = '']) => text);
  expect(english.length).toBeGreaterThan(40);
  expect(english.filter((sentence) => !isWritten(sentence))).toEqual([]);
});

it('each message whose values are read from its text is one that the host writes', () => {
  const [valued = '', others = ''] = read('message-words.ts').split('export const MESSAGES');
  const texts = others + read('mapper-words.ts') + read('package-messages.ts');
  const ofValued = [...valued.matchAll(/^ {2}'?([A-Z0-9_]+(?:\.\w+)?)'?:\s+'(.+)',$/gm)];
  const ofOthers = [...texts.matchAll(/(?:^ {4}|\{ )(?:'([^'\n]+)'|"([^"\n]+)"):\s+'([^'\n]+)'/gm)].map(
    ([, single, double, chinese = '']) => [single ?? double ?? '', chinese] as const,
  );
  expect([ofValued.length > 40, ofOthers.length > 130]).toEqual([true, true]);
  const english = [...ofValued.map(([, , text = '']) => text), ...ofOthers.map(([text]) => text)];
  expect(english.filter((sentence) => !isWritten(sentence))).toEqual([]);

  const chinese = new Map(
    [...read('valued-words.ts').matchAll(/^ {2}'?([A-Z0-9_.a-z]+)'?:\s+'(.+)',$/gm)].map(
      ([, key = '', text = '']) => [key, text],
    ),
  );
  const unlike = ofValued.filter(([, key = '', text = '']) =>
    placesOf(chinese.get(key) ?? '{none}').some((name) => !placesOf(text).includes(name)),
  );
  expect(unlike.map(([, key]) => key)).toEqual([]);
  expect(
    ofOthers.filter(([text, said]) => placesOf(said).some((name) => !placesOf(text).includes(name))),
  ).toEqual([]);
});
