import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inRoot, root } from './lib/paths.ts';
import { sourceFiles } from './lib/source-files.ts';

const WIDTH = 100;
/** A line that holds nothing but a comment. Directives of tools cannot be wrapped. */
const COMMENT = /^\s*(?:\/\/|\/?\*|<!--)(?! (?:eslint|oxlint|v8)-)/;
/** An address alone on its line cannot be wrapped either. */
const ADDRESS = /^\s*(?:\/\/|\*) \S+$/;

/** @returns the numbers of the comment lines that are too wide */
function wideComments(text: string): number[] {
  return text
    .split('\n')
    .flatMap((line, at) =>
      line.length > WIDTH && COMMENT.test(line) && !ADDRESS.test(line) ? [at + 1] : [],
    );
}

/** A comment whose first sentence begins with a relative clause, not with its subject. */
const OPENING = /(?:^\s*\*|\/\/|\/\*\*?|<!--) ?(?:What|Who|Whoever|Whatever|Whom|Whose|Of)\b/;

/** @returns the numbers of the comment lines that begin with such a clause */
function clauseOpenings(text: string): number[] {
  return text.split('\n').flatMap((line, at) => (OPENING.test(line) ? [at + 1] : []));
}

const sources = sourceFiles('*.ts', '*.tsx', '*.vue', '*.mjs', '*.js', '*.css', '*.scss');

it('finds comment lines over 100 columns and ignores code and addresses', () => {
  const words = 'word '.repeat(30);
  for (const line of [`// ${words}`, `  * ${words}`, `/** ${words} */`, `<!-- ${words} -->`])
    expect(wideComments(`const a = 1;\n${line}\n`), line).toEqual([2]);
  for (const line of [`const a = '${words}';`, `// https://example.com/${'x'.repeat(120)}`, '// short'])
    expect(wideComments(line), line).toEqual([]);
});

it('finds comments that begin with a relative clause and ignores other words', () => {
  const word = 'What it is';
  for (const line of [`// ${word}`, `  * ${word}`, `/** ${word} */`, `<!-- ${word} -->`])
    expect(clauseOpenings(`const a = 1;\n${line}\n`), line).toEqual([2]);
  for (const line of [`const a = '${word}';`, '// Whole numbers.', '// Offers it.', '/** The what. */'])
    expect(clauseOpenings(line), line).toEqual([]);
});

it('design 14.1: no comment begins with a relative clause', () => {
  const found = sources.flatMap((file) =>
    clauseOpenings(readFileSync(inRoot(file), 'utf8')).map((line) => `${file}:${line}`),
  );
  expect(found).toEqual([]);
});

/** Phrases that a reader has to translate back; the glossary has the words of the field. */
const PHRASES = /\b(?:whoever|for want of|has got|(?:is|are|was|were|requests?|load|fetches) under way)\b/i;

it('design 14.1: no comment, text or document uses a phrase that needs translating', () => {
  const texts = globSync(['docs/**/*.md', 'packages/*/README.md', '*.md', '.changeset/*.md'], { cwd: root });
  const found = [...sources, ...texts]
    .filter((file) => !/\.test\.ts$|\.spec\.ts$|CHANGELOG|coverage\.md$|comments\.test/.test(file))
    .flatMap((file) =>
      readFileSync(inRoot(file), 'utf8')
        .split('\n')
        .flatMap((line, at) => (PHRASES.test(line) ? [`${file}:${at + 1}`] : [])),
    );
  expect(found.filter((place) => !place.startsWith('docs/glossary.md'))).toEqual([]);
});

it('design 14.1: no comment line is wider than 100 columns', () => {
  expect(sources.length).toBeGreaterThan(1_500);
  const wide = sources.flatMap((file) =>
    wideComments(readFileSync(inRoot(file), 'utf8')).map((line) => `${file}:${line}`),
  );
  expect(wide).toEqual([]);
});
