import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mutated } from './mutants.ts';
import type { Note, Reached } from './plan.ts';
import { runTests } from './run-tests.ts';

export type Outcome =
  | 'noticed'
  | 'survived'
  | 'not reached'
  /** Runs outside of tests only, as when a module is loaded; not counted. */
  | 'only while loading'
  /** The tests that reach it cannot be repeated, or too many processes were spoilt. */
  | 'unsure';

/** Processes started at most. */
const MOST_RUNS = 20;

/** Tries each mutation with the tests that reach it. @returns the outcomes by mutation */
export async function tryMutants({ mutants, sources }: Mutated): Promise<ReadonlyMap<string, Outcome>> {
  const folder = mkdtempSync(join(tmpdir(), 'mutation-'));
  const notes = join(folder, 'notes');
  try {
    const covered = await runTests({ covering: true, reached: {}, notes }, sources);
    const outcomes = new Map<string, Outcome>(mutants.map(({ id }) => [id, 'not reached']));
    const left = reachedBy(covered, outcomes);
    for (let run = 0; run < MOST_RUNS && left.size > 0; run += 1) {
      const noted = await runTests({ covering: false, reached: Object.fromEntries(left), notes }, sources);
      if (apply(noted, left, outcomes)) break;
    }
    for (const ids of left.values()) for (const id of Object.keys(ids)) outcomes.set(id, 'unsure');
    return outcomes;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Left = Map<string, Reached[string]>;

/** The mutations to try, by test. Those of tests that cannot be repeated stay unsure. */
function reachedBy(covered: readonly Note[], outcomes: Map<string, Outcome>): Left {
  const unrepeatable = new Set(covered.flatMap(({ failed, test }) => (failed === undefined ? [] : [test])));
  const left: Left = new Map();
  for (const { loaded = [] } of covered) for (const id of loaded) outcomes.set(id, 'only while loading');
  for (const [test, ids] of covered.flatMap(({ reached = {} }) => Object.entries(reached))) {
    for (const id of Object.keys(ids))
      if (outcomes.get(id) !== 'unsure') outcomes.set(id, unrepeatable.has(test) ? 'unsure' : 'survived');
    if (!unrepeatable.has(test)) left.set(test, ids);
  }
  return left;
}

/** Takes over what a run noted, and leaves what it did not try. @returns whether it tried all */
function apply(noted: readonly Note[], left: Left, outcomes: Map<string, Outcome>): boolean {
  const ended = noted.at(-1)?.tried;
  for (const { passed, test, noticed } of noted) {
    if (passed !== undefined && test !== undefined) delete left.get(test)?.[passed];
    if (noticed !== undefined) outcomes.set(noticed, 'noticed');
  }
  // The process ended in the middle of this one.
  if (ended !== undefined) outcomes.set(ended, 'noticed');
  for (const [test, ids] of left) {
    for (const id of Object.keys(ids)) if (outcomes.get(id) === 'noticed') delete ids[id];
    if (Object.keys(ids).length === 0) left.delete(test);
  }
  return ended === undefined && noted.every(({ failed }) => failed === undefined);
}
