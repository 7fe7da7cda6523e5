import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const sources = execFileSync(
  'git',
  ['ls-files', 'src', 'server/src', 'packages', 'plugins', 'frontend', 'scripts'],
  { cwd: root, encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => /\.(ts|vue|mjs)$/.test(file) && !/\.test\.ts$|testing\//.test(file));

/** A section of the specification or the design within a text, which is no comment. */
const named = /^(?!\s*(?:\*|\/\/|\/\*|<!--)).*(['"`]).*\((?:spec|design)[:\s][^'"`]*\1/;

it('findings: applications 12: no message names a section of the specification', () => {
  const found = sources.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => named.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
