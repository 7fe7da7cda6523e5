import { appendFileSync } from 'node:fs';
import {
  TestRunner,
  vi,
  type RunnerTask,
  type RunnerTestCase,
  type RunnerTestSuite,
  type TestTryOptions,
} from 'vitest';
import type { Note, Plan, Reached } from './plan.ts';

/** What the mutated sources read and write; the names are Stryker's. */
interface Switches {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  mutantCoverage?: { readonly static: Record<string, number>; perTest: Reached };
  hitCount?: number;
  hitLimit?: number;
}

/** One repetition of a test: of the unchanged sources, of a mutation, or of neither. */
type Try = { readonly mutant: string | undefined } | undefined;

const UNCHANGED: Try = { mutant: undefined };

/**
 * Repeats each test within one process, for each mutation that it reaches. (docs/decisions/0903)
 *
 * After a failure the unchanged sources are tried again: when they fail too, the mutation left
 * something behind, and the rest of the file is left to another process.
 */
export default class MutatingRunner extends TestRunner {
  readonly #plan: Plan = this.injectValue('plan') as Plan;
  readonly #switches: Switches = ((globalThis as { __stryker__?: Switches }).__stryker__ ??= {});
  readonly #noticed = new Set<string>();
  #waiting: string[] = [];
  #current: Try;
  #hasFailed = false;
  #isLost = false;
  /** Whether the file cannot be trusted any more. */
  #isSpoilt = false;

  constructor(config: ConstructorParameters<typeof TestRunner>[0]) {
    super(config);
    for (const event of ['unhandledRejection', 'uncaughtException'] as const)
      process.on(event, () => (this.#isLost = true));
    this.#note({ pid: process.pid });
  }

  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    if ('filepath' in suite) this.#isSpoilt = false;
    await super.onBeforeRunSuite(suite);
  }

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    await super.onBeforeRunTask(test);
    const reached = Object.keys(this.#plan.reached[test.id] ?? {});
    this.#waiting = this.#isSpoilt ? [] : reached.filter((id) => !this.#noticed.has(id));
    this.#hasFailed = false;
    test.repeats = this.#plan.covering ? 1 : 2 * this.#waiting.length;
  }

  override onBeforeTryTask(test: RunnerTask, options: TestTryOptions): void {
    super.onBeforeTryTask(test, options);
    this.#current = this.#next(options.repeats);
    this.#isLost = false;
    const mutant = this.#current?.mutant;
    const usual = mutant === undefined ? Infinity : (this.#plan.reached[test.id]?.[mutant] ?? 0);
    Object.assign(this.#switches, {
      activeMutant: mutant,
      currentTestId: this.#plan.covering ? test.id : undefined,
      hitCount: 0,
      hitLimit: 1_000 + 100 * usual,
    } satisfies Switches);
    if (mutant !== undefined) this.#note({ tried: mutant, test: test.id });
  }

  #next(repeats: number): Try {
    if (repeats === 0 || this.#plan.covering || this.#hasFailed) return UNCHANGED;
    const mutant = this.#waiting.shift();
    return mutant === undefined ? undefined : { mutant };
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    if (this.#current) await TestRunner.getTestFn(test)();
  }

  override async onAfterRetryTask(test: RunnerTestCase, options: TestTryOptions): Promise<void> {
    await super.onAfterRetryTask(test, options);
    Object.assign(this.#switches, { activeMutant: undefined, currentTestId: undefined });
    const { result } = test;
    if (!result || !this.#current) return;
    const hasFailed = result.state === 'fail' || this.#isLost;
    this.#judge(test, this.#current.mutant, hasFailed, result.errors?.[0]?.message);
    Object.assign(result, { attempts: [], errors: undefined });
    if (result.state === 'fail') result.state = 'pass';
  }

  #judge({ id: test }: RunnerTestCase, mutant: string | undefined, failed: boolean, why = ''): void {
    this.#hasFailed = failed && mutant !== undefined;
    if (mutant === undefined) {
      if (!failed) return;
      this.#note({ failed: why, test });
      this.#isSpoilt = true;
      this.#waiting = [];
    } else if (failed) {
      this.#noticed.add(mutant);
      this.#note({ noticed: mutant, test });
      vi.useRealTimers();
    } else this.#note({ passed: mutant, test });
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite);
    const coverage = this.#switches.mutantCoverage;
    if (!this.#plan.covering || !coverage || !('filepath' in suite)) return;
    this.#note({ reached: coverage.perTest, loaded: Object.keys(coverage.static) });
    coverage.perTest = {};
  }

  #note(note: Note): void {
    appendFileSync(this.#plan.notes, `${JSON.stringify(note)}\n`);
  }
}
