import { appendFileSync, readFileSync } from 'node:fs';
import {
  TestRunner,
  vi,
  type RunnerTask,
  type RunnerTestCase,
  type RunnerTestSuite,
  type TestTryOptions,
} from 'vitest';
import { BUDGET_MS, type Hits, type Note, type Plan } from './plan.ts';

/** State shared with the mutated sources; the names are Stryker's. */
interface Switches {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  mutantCoverage?: { static: Hits; perTest: Record<string, Hits> };
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
}

/** One repetition of a test: of the unchanged sources, or of a mutation. */
interface Try {
  readonly mutant?: string;
}

const UNCHANGED: Try = {};
/** Stands for a test while hooks of a suite run. */
const HOOKS = 'hooks';
/** Milliseconds that every test gets, however fast it usually is. */
const PATIENCE_MS = 3_000;
/** Milliseconds that a test gets whose usual time is not known. */
const UNKNOWN_MS = 120_000;

// Tests may replace them.
const { setTimeout, clearTimeout, setImmediate } = globalThis;
const soon = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/**
 * Runs the tests with mutated sources. (docs/decisions/0906)
 *
 * When it repeats them, each test is first run twice with the unchanged sources. After a failure
 * they are tried once more: when they fail too, the mutation left something behind, and the rest
 * of the file is left to another process.
 */
export default class MutatingRunner extends TestRunner {
  readonly #plan: Plan = this.injectValue('plan') as Plan;
  readonly #switches: Switches = ((globalThis as { __stryker__?: Switches }).__stryker__ ??= {});
  #noticed = new Set<string>();
  /** Milliseconds spent on each mutation that was not noticed. */
  #spent: Record<string, number> = {};
  #usual: Record<string, number> = {};
  #waiting: string[] = [];
  #tries = 0;
  #startedAt = 0;
  #current: Try = UNCHANGED;
  #hasFailed = false;
  #isLost = false;
  /** Whether the file cannot be trusted any more. */
  #isSpoilt = false;

  constructor(config: ConstructorParameters<typeof TestRunner>[0]) {
    super(config);
    process.setMaxListeners(Infinity);
    for (const event of ['unhandledRejection', 'uncaughtException'] as const)
      process.on(event, () => (this.#isLost = true));
    this.#note({ pid: process.pid });
    if (this.#plan.task !== 'alone') return;
    const { mutant, hitLimit } = this.#plan;
    Object.assign(this.#switches, { activeMutant: mutant, hitCount: 0, hitLimit } satisfies Switches);
  }

  override async importFile(path: string, source: 'collect' | 'setup'): Promise<unknown> {
    this.#readNotes();
    return this.#plan.task === 'alone' && this.#noticed.size > 0 ? undefined : super.importFile(path, source);
  }

  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    for (const task of suite.tasks) task.concurrent = false;
    if ('filepath' in suite) {
      this.#isSpoilt = false;
      this.#usual = {};
      this.#readNotes();
      if (this.#plan.task === 'cover') this.#switches.currentTestId = HOOKS;
    }
    if (suite.result?.state === 'fail') this.#judgeSuite(suite);
    await super.onBeforeRunSuite(suite);
  }

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    await super.onBeforeRunTask(test);
    this.#tries = 0;
    this.#hasFailed = false;
    // One test that notices the mutation is enough.
    const isOver = this.#plan.task === 'alone' && this.#noticed.size > 0;
    if (isOver || this.#plan.broken.includes(test.id)) test.mode = 'skip';
    if (this.#plan.task !== 'repeat') return;
    const reached = Object.keys(this.#plan.reached[test.id] ?? {});
    const isOpen = (id: string): boolean => !this.#noticed.has(id) && (this.#spent[id] ?? 0) < BUDGET_MS;
    this.#waiting = this.#isSpoilt ? [] : reached.filter(isOpen);
    // Vitest compares with it before each repetition. How many there will be depends on failures.
    test.repeats = { valueOf: () => (this.#hasFailed || this.#waiting.length > 0 ? Infinity : -1) } as never;
  }

  override onBeforeTryTask(test: RunnerTask, options: TestTryOptions): void {
    super.onBeforeTryTask(test, options);
    this.#isLost = false;
    this.#startedAt = performance.now();
    const within = this.#limitOf(test);
    if (this.#plan.task === 'cover') this.#switches.currentTestId = test.id;
    if (this.#plan.task !== 'repeat') return this.#note({ test: test.id, within });
    this.#current = this.#next();
    const { mutant } = this.#current;
    const hits = mutant === undefined ? 0 : (this.#plan.reached[test.id]?.[mutant] ?? 0);
    Object.assign(this.#switches, {
      activeMutant: mutant,
      hitCount: 0,
      hitLimit: 1_000 + 100 * hits,
    } satisfies Switches);
    this.#note({ test: test.id, within, ...(mutant !== undefined && { tried: mutant }) });
  }

  #next(): Try {
    this.#tries += 1;
    if (this.#tries <= 2 || this.#hasFailed) return UNCHANGED;
    const mutant = this.#waiting.shift();
    return mutant === undefined ? UNCHANGED : { mutant };
  }

  #limitOf({ id }: RunnerTask): number {
    const usual = this.#plan.usual[id];
    return usual === undefined ? UNKNOWN_MS : PATIENCE_MS + 5 * usual;
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test);
    if (this.#switches.activeMutant === undefined) return run();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error('The test does not end.')), this.#limitOf(test));
    });
    await Promise.race([run(), late]).finally(() => clearTimeout(timer));
  }

  override async onAfterRetryTask(test: RunnerTestCase, options: TestTryOptions): Promise<void> {
    await super.onAfterRetryTask(test, options);
    const { result } = test;
    if (!result) return;
    // Rejections that nobody handles are reported late.
    await soon();
    this.#usual[test.id] = performance.now() - this.#startedAt;
    const hasFailed = result.state === 'fail' || this.#isLost;
    const why = result.errors?.[0]?.message ?? 'An error was not handled.';
    if (this.#plan.task === 'repeat') {
      this.#switches.activeMutant = undefined;
      this.#judge(test, hasFailed, why);
    } else {
      if (this.#plan.task === 'cover') this.#switches.currentTestId = HOOKS;
      if (hasFailed) this.#fail(test.id, why, test.fullName);
    }
    this.#isLost = false;
    Object.assign(result, { attempts: [], errors: undefined });
    if (result.state === 'fail') result.state = 'pass';
  }

  #judge({ id: test }: RunnerTestCase, hasFailed: boolean, why: string): void {
    const { mutant } = this.#current;
    this.#hasFailed = hasFailed && mutant !== undefined;
    if (mutant === undefined) {
      if (!hasFailed) return;
      this.#note({ failed: why, test, ...(this.#tries === 2 && { isUnrepeatable: true }) });
      this.#isSpoilt = true;
      this.#waiting = [];
    } else if (hasFailed) {
      this.#noticed.add(mutant);
      this.#note({ noticed: mutant, test });
      vi.useRealTimers();
    } else {
      const took = performance.now() - this.#startedAt;
      this.#spend(mutant, took);
      this.#note({ passed: mutant, test, took });
    }
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite);
    if (!('filepath' in suite)) return;
    await soon();
    this.#judgeSuite(suite);
    if (this.#plan.task !== 'cover') return;
    const { static: loaded, perTest } = (this.#switches.mutantCoverage ??= { static: {}, perTest: {} });
    const { [HOOKS]: hooks = {}, ...tests } = perTest;
    const usual = this.#usual;
    this.#note({ covered: { file: suite.file.filepath, tests, usual, hooks, loaded } });
    Object.assign(this.#switches, { currentTestId: undefined });
    Object.assign(this.#switches.mutantCoverage, { static: {}, perTest: {} });
  }

  /** A suite fails by itself with a hook, or with what it imports. */
  #judgeSuite({ result, file }: RunnerTestSuite): void {
    this.#note({ ran: file.filepath });
    if (result?.state !== 'fail' && !this.#isLost) return;
    this.#fail(file.filepath, result?.errors?.[0]?.message ?? 'A hook failed.', file.name);
  }

  #fail(test: string, why: string, title: string): void {
    if (this.#plan.task !== 'alone' || this.#plan.mutant === undefined)
      this.#note({ failed: why, test, title });
    else {
      this.#noticed.add(this.#plan.mutant);
      this.#note({ noticed: this.#plan.mutant, test });
    }
  }

  /** Takes over what was noted before, because each file has a runner of its own. */
  #readNotes(): void {
    for (const line of readFileSync(this.#plan.notes, 'utf8').split('\n').filter(Boolean)) {
      const { noticed, passed, took = 0 } = JSON.parse(line) as Note;
      if (noticed !== undefined) this.#noticed.add(noticed);
      if (passed !== undefined) this.#spend(passed, took);
    }
  }

  #spend(mutant: string, took: number): void {
    this.#spent[mutant] = (this.#spent[mutant] ?? 0) + took;
  }

  #note(note: Note): void {
    appendFileSync(this.#plan.notes, `${JSON.stringify(note)}\n`);
  }
}
