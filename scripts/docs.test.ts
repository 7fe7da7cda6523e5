import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inRoot, root } from './lib/paths.ts';

const documents = globSync(['*.md', 'docs/*.md', 'docs/decisions/*.md', 'packages/*/README.md'], {
  cwd: root,
});
// coverage.md is generated, and compared with the tests by coverage.test.ts.
const written = documents.filter((file) => basename(file) !== 'coverage.md');
const textOf = (file: string): string => readFileSync(inRoot(file), 'utf8');

/** The anchors that GitHub gives to the headings of a document. */
function anchorsOf(file: string): string[] {
  return [...textOf(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\- _]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Relative links of a document that lead nowhere. */
function brokenLinks(file: string): string[] {
  return [...textOf(file).matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? file : normalize(join(dirname(file), path));
      if (!existsSync(inRoot(target))) return true;
      return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor);
    });
}

describe('documents', () => {
  it.each(written)('%s has no broken link', (file) => {
    expect(brokenLinks(file)).toEqual([]);
  });
});

describe('docs/decisions', () => {
  const records = documents.filter((file) => /decisions\/\d/.test(file.replaceAll('\\', '/')));
  const index = textOf('docs/decisions/README.md');

  it.each(records)('%s is in the index under its number and title', (file) => {
    const [, number, title] = /^# (\d{4})\. (.+)$/m.exec(textOf(file)) ?? [];
    expect(basename(file).slice(0, 4)).toBe(number);
    expect(index).toContain(`- [${number}](${basename(file)}) ${title}`);
  });

  it.each(records)('%s has status, date, context and decision', (file) => {
    expect(textOf(file)).toMatch(
      /^- Status: (proposed|accepted|superseded by \d{4})\n- Date: \d{4}-\d\d-\d\d\n\n## Context\n[^]+\n## Decision\n/m,
    );
  });

  it('gives each number once', () => {
    const numbers = records.map((file) => basename(file).slice(0, 4));
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  });
});
