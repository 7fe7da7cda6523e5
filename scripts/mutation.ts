import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { inRoot } from './lib/paths.ts';
import { example, mutatedFolders, nameOf } from './mutation/folders.ts';
import { mutantsOf, sampleOf, type Mutant } from './mutation/mutants.ts';
import { tryMutants, type Outcome } from './mutation/try-mutants.ts';

/** Percent of mutations that tests must notice in each folder. */
const LEAST_SCORE = 85;

/**
 * Mutates each folder and reports how many mutations its tests notice; fails below 85 %. The files
 * themselves stay as they are. `test-results/mutation` names each mutation that nothing noticed.
 *
 * `--only` names files to mutate. `--sample 100` tries that many mutations, chosen at random by
 * `--seed`, which estimates the score of a folder.
 *
 * @example npm run test:mutation -- server/src/kernel/http --only edge.ts
 * @example npm run test:mutation -- server/src/data --sample 100 --seed 2
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', multiple: true, default: ['*.ts'] },
    sample: { type: 'string', default: 'Infinity' },
    seed: { type: 'string', default: '1' },
  },
});

const unknown = positionals.filter((folder) => ![...mutatedFolders, example].includes(folder));
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
  const startedAt = Date.now();
  const all = await mutantsOf(folder, values.only);
  const mutated = sampleOf(all, Number(values.sample), values.seed);
  const outcomes = await tryMutants(mutated);
  const counts = new Map<Outcome, number>();
  for (const { id } of mutated.mutants) {
    const outcome = outcomes.get(id) ?? 'not reached';
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  const count = mutated.mutants.length;
  const score = count === 0 ? 100 : (100 * (counts.get('noticed') ?? 0)) / count;
  const missed = mutated.mutants.filter(({ id }) => outcomes.get(id) !== 'noticed');
  const report = inRoot('test-results', 'mutation', `${nameOf(folder)}.txt`);
  mkdirSync(inRoot('test-results', 'mutation'), { recursive: true });
  writeFileSync(report, missed.map((mutant) => described(mutant, outcomes.get(mutant.id))).join('\n'));
  const details = [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', ');
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  console.log(
    `${score < LEAST_SCORE ? '✗' : '✓'} ${folder}: ${score.toFixed(1)} % (${details}; ${seconds} s)`,
  );
  console.log(`  ${report}`);
  return score;
}

function described({ file, line, kind, replacement }: Mutant, outcome: Outcome = 'not reached'): string {
  const source = readFileSync(inRoot(file), 'utf8').split('\n')[line - 1]?.trim() ?? '';
  const change = replacement.replaceAll(/\s+/g, ' ').slice(0, 200);
  return `${file}:${line} ${outcome} (${kind})\n  - ${source}\n  + ${change}`;
}
