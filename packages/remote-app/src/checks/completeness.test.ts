import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const CODE = /CHECK_[A-Z_]+[A-Z]/g;
const codesIn = (texts: readonly string[], mark: string): Set<string> =>
  new Set(
    texts.flatMap((text) =>
      [...text.matchAll(new RegExp(`${mark}(${CODE.source})${mark}`, 'g'))].map(([, code]) => code ?? ''),
    ),
  );
const textsOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: import.meta.dirname }).map((file) =>
    readFileSync(join(import.meta.dirname, file), 'utf8'),
  );

const sources = globSync('**/*.ts', { cwd: import.meta.dirname }).filter(
  (file) => !file.endsWith('.test.ts'),
);
const known = codesIn(
  sources.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')),
  "'",
);

describe('spec: L10; design 5.4: the findings of the three checks', () => {
  it('are at least fifty', () => {
    expect(known.size).toBeGreaterThanOrEqual(50);
  });

  it('have one fixture each, and none for the correct application', () => {
    const provoked = textsOf('{*,*/*}.test.ts').join('\n');
    expect([...known].filter((code) => !provoked.includes(code))).toEqual([]);
  });

  it('are documented, without others', () => {
    const reference = readFileSync(join(import.meta.dirname, '../../../../docs/errors.md'), 'utf8');
    expect([...codesIn([reference], '`')].sort()).toEqual([...known].sort());
  });
});
