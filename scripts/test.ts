import { mkdirSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { makeSigningKey } from './lib/build.ts';
import { explain, failuresOf, runSteps, type Outcome } from './lib/steps.ts';
import { changedStages } from './test/changed.ts';
import { printSummary } from './test/summary.ts';
import { results } from './test/reports.ts';
import { allStages, longPreparation, longStages, type Stage } from './test/stages.ts';

const values = options();
// Read by tests that hold whole corpora, and inherited by every command below.
if (values.long) process.env['PLATFORM_TESTS'] = 'long';

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
// Inherited too: hosts and commands that tests start come up in half the time.
process.env['NODE_COMPILE_CACHE'] ??= `${results}/compiled`;
await makeSigningKey();
const startedAt = performance.now();
const outcomes = await runStages(await stages());
const failures = failuresOf(outcomes);
failures.forEach(explain);
printSummary(outcomes, (performance.now() - startedAt) / 1000);
process.exit(failures.length === 0 ? 0 : 1);

function options(): { readonly changed: boolean; readonly long: boolean } {
  try {
    const flag = { type: 'boolean', default: false } as const;
    return parseArgs({ options: { changed: flag, long: flag } }).values;
  } catch (error) {
    console.error(`${(error as Error).message}\n\n  npm test [-- --changed | --long]`);
    process.exit(2);
  }
}

async function stages(): Promise<readonly Stage[]> {
  if (values.changed) return changedStages();
  return values.long ? [longPreparation, ...allStages, ...longStages] : allStages;
}

/** Runs every stage, whatever fails on the way, so that one run shows all that is wrong. */
async function runStages(planned: readonly Stage[]): Promise<readonly Outcome[]> {
  const ended: Outcome[] = [];
  for (const { steps, lanes } of planned) ended.push(...(await runSteps(steps, lanes)));
  return ended;
}
