import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { inRoot } from './lib/paths.ts';
import { mutatedFolders, nameOf } from './mutation/folders.ts';

/** Percent of mutations that tests must notice in each folder. */
const LEAST_SCORE = 85;

/**
 * Mutates each folder and reports how many mutations its tests notice; fails below 85 %.
 *
 * It works in place and puts every file back, so the working tree should be committed. Only what
 * changed since the committed baseline is tested again (design 16-31).
 *
 * @example npm run test:mutation -- server/src/kernel/http --only edge.ts
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', multiple: true },
    fresh: { type: 'boolean', default: false },
    concurrency: { type: 'string', default: `${Math.max(1, availableParallelism() - 1)}` },
  },
});

const unknown = positionals.filter((folder) => !mutatedFolders.includes(folder));
if (unknown.length > 0) {
  console.error(
    `✗ ${unknown.join(', ')} is not a mutated folder.\n  Choose from:\n  ${mutatedFolders.join('\n  ')}`,
  );
  process.exit(1);
}

const chosen = positionals.length > 0 ? positionals : mutatedFolders;
const below: string[] = [];
for (const folder of chosen) if ((await scoreOf(folder)) < LEAST_SCORE) below.push(folder);
if (below.length > 0) console.error(`✗ Below ${LEAST_SCORE} %: ${below.join(', ')}`);
process.exit(below.length > 0 ? 1 : 0);

/** Mutates one folder. @returns the share of mutations that were noticed, in percent */
async function scoreOf(folder: string): Promise<number> {
  process.env['MUTATED_FOLDER'] = folder;
  const reports = inRoot('test-results', 'mutation');
  mkdirSync(reports, { recursive: true });
  const files = values.only?.map((file) => `${folder}/**/${file}`) ?? [`${folder}/**/*.ts`];
  const results = await new Stryker({
    mutate: [...files, `!${folder}/**/*.test.ts`, `!${folder}/**/testing/**`],
    inPlace: true,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    concurrency: Number(values.concurrency),
    ignoreStatic: true,
    reporters: ['clear-text', 'html'],
    clearTextReporter: { allowColor: false, reportTests: false },
    htmlReporter: { fileName: `${reports}/${nameOf(folder)}.html` },
    incremental: true,
    incrementalFile: inRoot('scripts/mutation/baseline', `${nameOf(folder)}.json`),
    force: values.fresh,
    tempDirName: 'node_modules/.cache/stryker',
    disableTypeChecks: false,
    // Texts that people read may change without a test that says so.
    mutator: { excludedMutations: ['StringLiteral'] },
  }).runMutationTest();
  const noticed = results.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  const counted =
    noticed + results.filter(({ status }) => status === 'Survived' || status === 'NoCoverage').length;
  return counted === 0 ? 100 : (100 * noticed) / counted;
}
