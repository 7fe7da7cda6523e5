import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVitest, type TestSpecification, type Vitest, type VitestPluginContext } from 'vitest/node';
import { inRoot } from '../lib/paths.ts';
import type { Note, Plan } from './plan.ts';

/** Milliseconds that a process may at least take to start and to load the tests. */
const START_MS = 30_000;
/** Milliseconds for that as long as it is not known how long it takes on this machine. */
const FIRST_START_MS = 300_000;
/** Milliseconds that a test may take longer before it is taken for an endless loop. */
const GRACE_MS = 5_000;

type Task<Of = Plan> = Of extends Plan ? Omit<Of, 'notes'> : never;

const pathOf = (id: string): string => id.split('?')[0] ?? id;

/** The tests of one folder, with its mutated sources. Each run of them has a process of its own. */
export class Tests {
  readonly #folder = mkdtempSync(join(tmpdir(), 'mutation-'));
  readonly #notes = join(this.#folder, 'notes');

  readonly #vitest: Vitest;
  readonly #specifications: readonly TestSpecification[];
  #startMs = FIRST_START_MS;

  private constructor(vitest: Vitest, specifications: readonly TestSpecification[]) {
    this.#vitest = vitest;
    this.#specifications = specifications;
  }

  /** @param sources of the mutated files, by absolute path */
  static async of(sources: ReadonlyMap<string, string>): Promise<Tests> {
    const plugin = {
      name: 'mutated-sources',
      enforce: 'pre' as const,
      load: (id: string): string | undefined => sources.get(pathOf(id)),
      // Vitest keeps transformed modules between runs, by the contents of their files.
      configureVitest: ({ defineCacheKeyGenerator }: VitestPluginContext): void =>
        defineCacheKeyGenerator(({ id }) => (sources.has(pathOf(id)) ? false : undefined)),
    };
    const vitest = await createVitest(
      'test',
      {
        config: inRoot('scripts/mutation/vitest.config.ts'),
        runner: inRoot('scripts/mutation/runner.ts'),
        watch: false,
        maxWorkers: 1,
        reporters: [{}],
        silent: true,
        dangerouslyIgnoreUnhandledErrors: true,
      },
      { plugins: [plugin] },
    );
    await vitest.standalone();
    return new Tests(vitest, await vitest.globTestSpecifications());
  }

  /**
   * Runs tests in a new process.
   *
   * @param files paths of the test files to run; left out: all
   * @returns what the runner noted; when the last note is of a mutation that was tried, the process
   *   ended with it
   */
  async run(task: Task, files?: ReadonlySet<string>): Promise<Note[]> {
    writeFileSync(this.#notes, '');
    this.#vitest.provide('plan', { ...task, notes: this.#notes });
    const chosen = this.#specifications.filter(({ moduleId }) => files?.has(moduleId) ?? true);
    const watch = endWhenStuck(() => this.#read(), this.#startMs);
    await this.#vitest.runTestSpecifications(chosen);
    const longest = watch.stop();
    if (this.#startMs === FIRST_START_MS) this.#startMs = Math.max(START_MS, 3 * longest);
    // Vitest sets it for failures, which are expected here.
    process.exitCode = 0;
    return this.#read();
  }

  /** Paths of the test files that load a source file. Known once all tests were run. */
  loading(source: string): ReadonlySet<string> {
    const seen = new Set<string>();
    const visit = (path: string): void => {
      if (seen.has(path)) return;
      seen.add(path);
      for (const { moduleGraph } of Object.values(this.#vitest.vite.environments))
        for (const module of moduleGraph.getModulesByFile(path) ?? [])
          for (const { file } of module.importers) if (file !== null) visit(file);
    };
    visit(source);
    return new Set(this.#specifications.map(({ moduleId }) => moduleId).filter((path) => seen.has(path)));
  }

  async close(): Promise<void> {
    await this.#vitest.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #read(): Note[] {
    return readFileSync(this.#notes, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Note);
  }
}

/**
 * Ends the process of the tests when it notes nothing for a while.
 *
 * @returns `stop` ends that, and tells the longest while in milliseconds
 */
function endWhenStuck(read: () => Note[], startMs: number): { stop(): number } {
  let count = 0;
  let since = Date.now();
  let longest = 0;
  const timer = setInterval(() => {
    const notes = read();
    longest = Math.max(longest, Date.now() - since);
    if (notes.length !== count) [count, since] = [notes.length, Date.now()];
    const pid = notes.findLast((note) => note.pid !== undefined)?.pid;
    const within = notes.at(-1)?.within ?? startMs;
    if (pid === undefined || Date.now() - since < within + GRACE_MS) return;
    since = Date.now();
    end(pid);
  }, 500);
  const stop = (): number => {
    clearInterval(timer);
    return longest;
  };
  return { stop };
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself, and the next one has not begun.
  }
}
