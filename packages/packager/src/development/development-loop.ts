import { setTimeout as sleep } from 'node:timers/promises';
import { compilePlugin, type CompiledPlugin } from '../compile/compile-plugin.ts';
import type { CompileSteps } from '../compile/compile-steps.ts';
import type { BuildTarget, ServedBuild } from './development-host.ts';
import { rememberingSteps } from './remembering-steps.ts';

/** An event of the loop, for display. */
export type DevelopmentEvent =
  | {
      readonly kind: 'served';
      /** Relative to the project; empty for the first build. */
      readonly changed: readonly string[];
      readonly build: ServedBuild;
      readonly compileMs: number;
      /** From the first noticed change to the response of the host. */
      readonly totalMs: number;
    }
  | {
      readonly kind: 'failed';
      readonly changed: readonly string[];
      readonly error: unknown;
      /** Whether an earlier build keeps serving. */
      readonly serves: boolean;
    }
  | { readonly kind: 'migrations'; readonly changed: readonly string[] };

export interface DevelopmentLoopOptions {
  /** `plugins/platform-<code>`, absolute. */
  readonly projectDir: string;
  /** The repository's absolute path. */
  readonly root: string;
  readonly code: string;
  readonly target: BuildTarget;
  readonly report: (event: DevelopmentEvent) => void;
}

/**
 * An editor truncates a file before it writes it, so a build waits until nothing has changed for
 * this long.
 */
const QUIET_MS = 8;
/**
 * Attempts to read a source that has become empty. A count, because a busy machine would exceed a
 * time.
 */
const EMPTY_LOOKS = 8;
/** Changes of a file within this time are one save. */
const ONE_SAVE_MS = 1_000;
const BUILT_FROM = /^(src|resources)\/|^(app|package)\.json$/;

/**
 * Compiles a project and pushes it, again after each change. (design 3.10)
 *
 * Builds run one after the other; changes during a build are taken up together by the next one. A
 * failed build leaves the last working one serving.
 */
export class DevelopmentLoop {
  readonly #options: DevelopmentLoopOptions;
  readonly #steps: CompileSteps;
  readonly #patient: CompileSteps;
  readonly #changed = new Set<string>();
  #serves = false;
  #failed = false;
  readonly #noted = new Map<string, number>();
  #changedAt = 0;
  #lastChangeAt = 0;
  #working: Promise<void> | undefined;

  constructor(options: DevelopmentLoopOptions) {
    this.#options = options;
    this.#steps = rememberingSteps(options.projectDir, options.root);
    this.#patient = refuseEmptied(this.#steps);
  }

  /** Resolves once the first build serves or has failed. */
  start(): Promise<void> {
    return this.#run();
  }

  /** Handles a change. @param path relative to the project, separated by `/` */
  change(path: string): void {
    if (path.startsWith('migrations/')) this.#noteMigration(path);
    if (!BUILT_FROM.test(path) || /\.(test|spec)\.[cm]?ts$/.test(path)) return;
    if (this.#changed.size === 0) this.#changedAt = performance.now();
    this.#lastChangeAt = performance.now();
    this.#changed.add(path);
    void this.#run();
  }

  /** Builds again where the last build failed: tables that it lacked may be there now. */
  retry(): void {
    if (this.#failed) void this.#run();
  }

  /** One save causes several changes of the file, but one report. */
  #noteMigration(path: string): void {
    const now = performance.now();
    const before = this.#noted.get(path);
    this.#noted.set(path, now);
    if (before !== undefined && now - before < ONE_SAVE_MS) return;
    this.#options.report({ kind: 'migrations', changed: [path] });
  }

  /** Resolves once no build is running. */
  async settled(): Promise<void> {
    while (this.#working) await this.#working;
  }

  #run(): Promise<void> {
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
      if (this.#changed.size > 0) void this.#run();
    });
    return this.#working;
  }

  async #work(): Promise<void> {
    const { report, code, target } = this.#options;
    await this.#quiet();
    const changed = [...this.#changed].sort();
    const startedAt = changed.length === 0 ? performance.now() : this.#changedAt;
    this.#changed.clear();
    try {
      const compileAt = performance.now();
      const { index, files } = await this.#compile();
      const compileMs = performance.now() - compileAt;
      const build = await target.push(code, {
        fileName: `platform-${code}-plugin-${index.version}.jar`,
        files: Object.fromEntries([...files].map(([entry, content]) => [entry, content.toString('utf8')])),
      });
      this.#serves = true;
      this.#failed = false;
      report({ kind: 'served', changed, build, compileMs, totalMs: performance.now() - startedAt });
    } catch (error) {
      this.#failed = true;
      report({ kind: 'failed', changed, error, serves: this.#serves });
    }
  }

  async #quiet(): Promise<void> {
    for (;;) {
      const left = this.#lastChangeAt + QUIET_MS - performance.now();
      if (left <= 0) return;
      await sleep(left);
    }
  }

  /** A source that has become empty is probably being written, so it is read again. */
  async #compile(): Promise<CompiledPlugin> {
    for (let look = 1; ; look++) {
      try {
        return await compilePlugin(this.#options.projectDir, {
          typeCheck: false,
          steps: look < EMPTY_LOOKS ? this.#patient : this.#steps,
        });
      } catch (error) {
        if (!(error instanceof BeingWritten)) throw error;
        await sleep(QUIET_MS);
      }
    }
  }
}

class BeingWritten extends Error {}

function refuseEmptied(steps: CompileSteps): CompileSteps {
  const written = new Set<string>();
  return {
    ...steps,
    analyze: (source, text) => {
      if (text !== '') written.add(source);
      else if (written.has(source)) throw new BeingWritten(source);
      return steps.analyze(source, text);
    },
  };
}
