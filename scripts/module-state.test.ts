import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inRoot } from './lib/paths.ts';
import { sourceFiles } from './lib/source-files.ts';

/** Values that exist once for each process. (decision 0016) */
const ALLOWED = ['server/src/kernel/long-work.ts: listeners', 'server/src/kernel/tracing.ts: tracer'];

const sources = sourceFiles('server/src', 'src', 'packages', 'frontend', 'plugins').filter(
  (file) => file.endsWith('.ts') && !/\.test\.ts$|\.test-d\.ts$|\/testing\/|\/test\//.test(file),
);

/** @returns the names of variables of a module that can be assigned again */
const variablesOf = (text: string): string[] =>
  [...text.matchAll(/^(?:export )?let (\w+)/gm)].flatMap(([, name]) => name ?? []);

it('finds variables of a module and ignores those of functions', () => {
  expect(variablesOf('let a = 1;\nexport let b: number;\nconst c = 1;\n  let d = 1;\n')).toEqual(['a', 'b']);
});

it('design 1.6, code.md 2.11: modules hold no mutable state', () => {
  const found = sources.flatMap((file) =>
    variablesOf(readFileSync(inRoot(file), 'utf8')).map((name) => `${file}: ${name}`),
  );
  expect(found.sort()).toEqual(ALLOWED);
});
