import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inRoot } from './lib/paths.ts';
import { sourceFiles } from './lib/source-files.ts';

const sources = sourceFiles('src', 'server/src', 'packages', 'plugins', 'frontend', 'scripts').filter(
  (file) => /\.(ts|vue|mjs)$/.test(file) && !/\.test\.ts$|testing\//.test(file),
);

/** A section of the specification or the design within a text, which is no comment. */
const named = /^(?!\s*(?:\*|\/\/|\/\*|<!--)).*(['"`]).*\((?:spec|design)[:\s][^'"`]*\1/;

it('findings: applications 12: no message names a section of the specification', () => {
  const found = sources.flatMap((file) =>
    readFileSync(inRoot(file), 'utf8')
      .split('\n')
      .filter((line) => named.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
