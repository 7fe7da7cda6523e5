import { basename, dirname } from 'node:path';
import { inRoot } from '../lib/paths.ts';
import type { Mutant, Mutated } from './mutants.ts';
import { BUDGET_MS, type Covered, type Hits, type Note, type Plan } from './plan.ts';
import { Tests } from './run-tests.ts';

export type Outcome = 'noticed' | 'survived' | 'not reached';

/** Processes that repeat tests, at most. What they leave is tried alone. */
const MOST_RUNS = 60;

/**
 * Tries each mutation with the tests that reach it.
 *
 * First within one process that repeats each test. Then those that nothing noticed alone, in a
 * process each, where that can make a difference: they are reached while modules are loaded, in
 * hooks, or by tests that cannot be repeated.
 *
 * @returns the outcomes by mutation
 */
export async function tryMutants({ mutants, sources }: Mutated): Promise<ReadonlyMap<string, Outcome>> {
  const tests = await Tests.of(sources);
  try {
    const trial = new Trial(tests, mutants, await cover(tests));
    await trial.repeat();
    await trial.alone();
    return trial.outcomes;
  } finally {
    await tests.close();
  }
}

/** Reached mutations. Tests that fail with unchanged instrumented sources are left out. */
async function cover(tests: Tests): Promise<{ covered: Covered[]; broken: string[] }> {
  const notes = await tests.run({ task: 'cover', usual: {}, broken: [] });
  const failed = new Map<string, string>();
  for (const { failed: why, test, title = test } of notes)
    if (why !== undefined && test !== undefined) failed.set(test, `  ${title}: ${why.split('\n')[0]}`);
  if (failed.size > 0)
    console.warn('! Left out, because they fail without a mutation:', `\n${[...failed.values()].join('\n')}`);
  const covered = notes.flatMap(({ covered }) => {
    if (!covered || failed.has(covered.file)) return [];
    const tests = Object.entries(covered.tests).filter(([test]) => !failed.has(test));
    return { ...covered, tests: Object.fromEntries(tests) };
  });
  return { covered, broken: [...failed.keys()] };
}

class Trial {
  readonly outcomes: Map<string, Outcome>;
  readonly #usual: Record<string, number> = {};
  /** Results of the tests without mutations. */
  readonly #known: Pick<Plan, 'usual' | 'broken'>;
  readonly #fileOf = new Map<string, string>();
  /** Mutations left to try, by test. */
  readonly #left = new Map<string, Hits>();
  readonly #loaded = new Set<string>();
  /** Milliseconds spent on each mutation that was not noticed. */
  readonly #spent: Record<string, number> = {};
  /** Test files by the mutations that only a process of its own can decide. */
  readonly #alone = new Map<string, Set<string>>();
  readonly #hits: Hits = {};
  /** By test file: what fails in it alone with the unchanged sources. */
  readonly #failed = new Map<string, ReadonlySet<string>>();

  readonly #tests: Tests;
  readonly #mutants: readonly Mutant[];

  constructor(
    tests: Tests,
    mutants: readonly Mutant[],
    { covered, broken }: { readonly covered: readonly Covered[]; readonly broken: readonly string[] },
  ) {
    this.#tests = tests;
    this.#mutants = mutants;
    this.#known = { usual: this.#usual, broken };
    this.outcomes = new Map(mutants.map(({ id }) => [id, 'not reached']));
    for (const { file, tests, usual, hooks, loaded } of covered) {
      Object.assign(this.#usual, usual);
      for (const id of Object.keys(hooks)) this.#leaveAlone(id, file);
      for (const id of Object.keys(loaded)) this.#loaded.add(id);
      for (const hits of [...Object.values(tests), hooks, loaded]) this.#count(hits);
      for (const test of Object.keys(usual)) this.#fileOf.set(test, file);
      for (const [test, hits] of Object.entries(tests)) {
        this.#left.set(test, this.#chosen(hits));
      }
    }
    this.#dropNoticed();
  }

  #chosen(hits: Hits): Hits {
    return Object.fromEntries(Object.entries(hits).filter(([id]) => this.outcomes.has(id)));
  }

  #count(hits: Hits): void {
    for (const [id, count] of Object.entries(hits)) {
      this.#hits[id] = (this.#hits[id] ?? 0) + count;
      if (this.outcomes.has(id)) this.outcomes.set(id, 'survived');
    }
  }

  #leaveAlone(id: string, file: string): void {
    if (this.outcomes.has(id)) this.#alone.set(id, (this.#alone.get(id) ?? new Set()).add(file));
  }

  /** Repeats the tests in one process after another, until all was tried. */
  async repeat(): Promise<void> {
    for (let run = 0; run < MOST_RUNS && this.#left.size > 0; run += 1) {
      const files = new Set([...this.#left.keys()].map((test) => this.#fileOf.get(test) ?? ''));
      const before = this.#countLeft();
      const reached = Object.fromEntries(this.#left);
      this.#apply(await this.#tests.run({ task: 'repeat', reached, ...this.#known }, files));
      if (this.#countLeft() === before) break;
    }
    for (const test of this.#left.keys()) this.#giveUp(test);
  }

  #countLeft(): number {
    return [...this.#left.values()].reduce((sum, hits) => sum + Object.keys(hits).length, 0);
  }

  #apply(notes: readonly Note[]): void {
    for (const { passed, took = 0, test = '', noticed, isUnrepeatable } of notes) {
      if (passed !== undefined) {
        delete this.#left.get(test)?.[passed];
        this.#spent[passed] = (this.#spent[passed] ?? 0) + took;
      }
      if (noticed !== undefined) this.outcomes.set(noticed, 'noticed');
      if (isUnrepeatable) this.#giveUp(test);
    }
    // The process ended in the middle of this one.
    const ended = notes.at(-1)?.tried;
    if (ended !== undefined) this.outcomes.set(ended, 'noticed');
    this.#dropNoticed();
  }

  #giveUp(test: string): void {
    for (const id of Object.keys(this.#left.get(test) ?? {}))
      this.#leaveAlone(id, this.#fileOf.get(test) ?? '');
    this.#left.delete(test);
  }

  #dropNoticed(): void {
    for (const [test, hits] of this.#left) {
      for (const id of Object.keys(hits))
        if (this.outcomes.get(id) === 'noticed' || (this.#spent[id] ?? 0) >= BUDGET_MS) delete hits[id];
      if (Object.keys(hits).length === 0) this.#left.delete(test);
    }
  }

  /** Tries what is left in a process for each mutation. */
  async alone(): Promise<void> {
    for (const { id, file } of this.#mutants) {
      if (this.outcomes.get(id) !== 'survived') continue;
      const files = this.#loaded.has(id) ? this.#tests.loading(inRoot(file)) : this.#alone.get(id);
      for (const group of nearestFirst(inRoot(file), files ?? []))
        if (await this.#isNoticedAlone(id, group)) {
          this.outcomes.set(id, 'noticed');
          break;
        }
    }
  }

  async #isNoticedAlone(mutant: string, files: ReadonlySet<string>): Promise<boolean> {
    const hitLimit = 1_000 + 100 * (this.#hits[mutant] ?? 0);
    const notes = await this.#tests.run({ task: 'alone', mutant, hitLimit, ...this.#known }, files);
    // Otherwise the process ended before, as in an endless loop.
    if (notes.filter(({ ran }) => ran !== undefined).length < files.size) return true;
    for (const { noticed, test } of notes)
      if (noticed !== undefined && test !== undefined && (await this.#passesUnchanged(test))) return true;
    return false;
  }

  /** @param test its id, or the path of a file whose hooks failed */
  async #passesUnchanged(test: string): Promise<boolean> {
    const file = this.#fileOf.get(test) ?? test;
    let failed = this.#failed.get(file);
    if (!failed) {
      const plan = { task: 'alone', mutant: undefined, hitLimit: Infinity, ...this.#known } as const;
      const notes = await this.#tests.run(plan, new Set([file]));
      failed = new Set(notes.flatMap((note) => (note.failed === undefined ? [] : (note.test ?? []))));
      this.#failed.set(file, failed);
    }
    return !failed.has(test);
  }
}

/** Test files in groups: that of the source, those beside it, and all others. */
function nearestFirst(source: string, files: Iterable<string>): ReadonlySet<string>[] {
  const own = `${basename(source, '.ts')}.`;
  const nearness = (file: string): number =>
    dirname(file) !== dirname(source) ? 2 : basename(file).startsWith(own) ? 0 : 1;
  const groups = Map.groupBy(files, nearness);
  return [0, 1, 2].flatMap((group) => (groups.has(group) ? [new Set(groups.get(group))] : []));
}
