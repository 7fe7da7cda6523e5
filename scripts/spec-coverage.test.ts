import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { coverageText } from './spec-coverage-text.ts';
import { inRoot, root } from './lib/paths.ts';
import { collectReferences, rowsOf } from './spec-references.ts';
import { SPEC_ROWS } from './spec-rows.ts';

const references = collectReferences(root);

it('docs/coverage.md matches the titles', () => {
  // Stale: run `npm run docs:coverage` and commit the file with the tests.
  const written = readFileSync(inRoot('docs', 'coverage.md'), 'utf8').split('\n');
  expect(written).toEqual(coverageText(references).split('\n'));
});

describe('rows of the specification in titles', () => {
  it('exist', () => {
    const unknown = references
      .filter(({ row }) => row === undefined)
      .map(({ file, title }) => `${file}: ${title}`);
    expect(unknown).toEqual([]);
  });

  it('are unique in the list of rows', () => {
    expect(new Set(SPEC_ROWS.map(({ name }) => name)).size).toBe(SPEC_ROWS.length);
  });

  it.each([
    ['spec: M3 keeps ids', ['M3']],
    ['M3 and M4 keep ids (spec: M3, M4)', ['M3', 'M4']],
    ['spec: L10, and more', ['L10']],
    ['spec: L11', [undefined]],
    ['spec: L4; States/deploy; M99 and more', ['L4', 'States/deploy', undefined]],
    ['spec: L2, tables; none else', ['L2']],
    ['spec: Package layout/only one jar', ['Package layout']],
    ['spec: States, each action', ['States']],
    ['spec: States/each action', [undefined]],
    ['spec: L1 and L99', ['L1', undefined]],
    ['spec: Errors/plugin route without token: 401', ['Errors/plugin route without token']],
    ['spec: Errors/plugin', [undefined]],
    [
      'spec: Endpoints/POST /app/version/{versionId}/publish',
      ['Endpoints/POST /app/version/{versionId}/publish'],
    ],
    ['spec: Endpoints/POST /app/version saves', ['Endpoints/POST /app/version']],
    ['no reference', []],
  ])('%s', (title, rows) => {
    expect(rowsOf(title)).toEqual(rows);
  });
});
